import Glibc
import ScreenDriver

/// Returns a description of the machine in one line. Numbers of different machines cannot be
/// compared.
///
/// - Parameter server: The name and release of the X server.
func machineDescription(server: String) -> String {
  let processors = (try? contents(ofFile: "/proc/cpuinfo")) ?? ""
  let model = processors.split(separator: "\n").first { $0.hasPrefix("model name") }.flatMap {
    $0.split(separator: ":").last
  }.map { String($0.drop { $0 == " " }) }
  let count = sysconf(Int32(_SC_NPROCESSORS_ONLN))
  return "\(count) × \(model ?? "an unknown processor"), Linux \(kernelParameter("osrelease")), "
    + "\(server) without a graphics processor, load \(loadAverage())"
}

/// Returns the first line of a kernel parameter.
private func kernelParameter(_ name: String) -> String {
  let text = (try? contents(ofFile: "/proc/sys/kernel/\(name)")) ?? "of unknown release"
  return String(text.prefix { $0 != "\n" })
}

/// Returns the load average of the last minute.
private func loadAverage() -> String {
  let text = (try? contents(ofFile: "/proc/loadavg")) ?? "unknown"
  return String(text.prefix { $0 != " " })
}
