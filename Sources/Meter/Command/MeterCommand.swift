import ArgumentParser
import Glibc
import Scene
import ScreenDriver

/// The command that measures Tactile and its peers from outside, and prints a table.
@main struct MeterCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "Meter", abstract: "Measures Tactile and comparable programs of other toolkits.",
    discussion: """
      Each program runs unmodified on a virtual display of its own, under openbox. Prints a table \
      in Markdown to standard output. The numbers are medians; the number in parentheses is \
      Tactile's value divided by that value.
      """)

  @Option(help: "Path of the program to measure. Default: the 'tactile' next to this executable.")
  var program: String?

  @Option(help: "Directory of the built peer programs.") var peerBuildDir = "."

  @Option(help: "Directory of the peer sources.") var peerSourceDir = "Benchmarks/Peers"

  @Option(
    help: ArgumentHelp(
      "Programs to measure, from: \(names). Default: all installed programs.", valueName: "names"))
  var programs: String?

  @Option(help: "Number of measured launches, after one warm-up launch.") var launches = 7

  @Option(help: "Seconds to observe each idle state.") var idleTime = 2.0

  @Option(help: ArgumentHelp("Also write all samples to this file, as JSON.", valueName: "file")) var json:
    String?

  private static let names = (["tactile"] + PeerProgram.allCases.map(\.rawValue)).joined(separator: " ")

  @OptionGroup var deprecated: DeprecatedOptions

  mutating func validate() throws {
    applyDeprecatedOptions()
    let knownNames = Self.names.split(separator: " ")
    if let unknown = targetNames.first(where: { !knownNames.contains($0) }) {
      throw ValidationError("Unknown program '\(unknown)'. Use one of: \(Self.names).")
    }
    guard launches > 0, idleTime > 0 else {
      throw ValidationError("'--launches' and '--idle-time' must be greater than 0.")
    }
  }

  private mutating func applyDeprecatedOptions() {
    launches = deprecated.launchCount ?? launches
    idleTime = deprecated.idleSeconds ?? idleTime
    programs = deprecated.programList ?? programs
    peerBuildDir = deprecated.buildDirectory ?? peerBuildDir
    peerSourceDir = deprecated.sourceDirectory ?? peerSourceDir
  }

  private var targetNames: [Substring] { (programs ?? Self.names).split { $0 == " " || $0 == "," } }
}

/// The options under their old names, which are accepted for one more release.
struct DeprecatedOptions: ParsableArguments {
  @Option(name: .customLong("runs"), help: .hidden) var launchCount: Int?
  @Option(name: .customLong("rest"), help: .hidden) var idleSeconds: Double?
  @Option(name: .customLong("only"), help: .hidden) var programList: String?
  @Option(name: .customLong("built"), help: .hidden) var buildDirectory: String?
  @Option(name: .customLong("sources"), help: .hidden) var sourceDirectory: String?
}

extension MeterCommand {
  func run() throws {
    do throws(ScreenDriverError) { try measure() } catch {
      printProgress("meter: \(error)")
      throw ExitCode.failure
    }
  }

  private func measure() throws(ScreenDriverError) {
    observeInRealTime()
    let display = try BenchmarkDisplay()
    let machine = machineDescription(server: display.serverName)
    let latency = try observerLatency(on: display)
    var report = Report()
    for name in targetNames { measure(String(name), &report) }
    print("\(machine).")
    if let latency { print("The observer adds \(rounded(latency)) ms to every latency.") }
    print("")
    for line in report.lines { print(line) }
    if let json { try write(rawResults(report.columns, machine: machine), toFile: json) }
  }

  /// Measures one program. If that fails, adds a message to the report and lets the run continue.
  private func measure(_ name: String, _ report: inout Report) {
    guard let target = target(name) else {
      let packages = PeerProgram(rawValue: name)?.packages ?? "a release build"
      return report.messages.append("not available: \(name) (requires \(packages))")
    }
    printProgress("measuring \(name)")
    do throws(ScreenDriverError) {
      let results = try benchmark(for: target).results(of: target, large: largeTarget(target))
      report.columns.append((name, results))
    } catch { report.messages.append("not measured: \(name): \(error)") }
  }

  /// Returns the benchmark of a program. Only Tactile has goals for allocations and blinking, so
  /// only its benchmark measures them.
  private func benchmark(for target: BenchmarkTarget) -> Benchmark {
    let settings = MeasurementSettings(launches: launches, idleTime: .seconds(idleTime))
    guard target.name == "tactile" else { return Benchmark(settings: settings) }
    let (baseline, observer) = ("\(peerBuildDir)/blink", "\(peerBuildDir)/allocations.so")
    return Benchmark(
      settings: settings,
      baseline: isExecutable(baseline) ? BenchmarkTarget(name: "blink", program: baseline) : nil,
      allocationObserver: isExecutable(observer) ? observer : nil)
  }

  private func target(_ name: String) -> BenchmarkTarget? {
    guard name == "tactile" else {
      return PeerProgram(rawValue: name)?.target(buildDir: peerBuildDir, sourceDir: peerSourceDir)
    }
    return .tactile(tactile)
  }

  private var tactile: String { program ?? siblingProgram("tactile") }

  /// Returns the same program at twice the scale, or `nil` if it has no option for it.
  private func largeTarget(_ target: BenchmarkTarget) -> BenchmarkTarget? {
    switch target.name {
    case "tactile": return .tactile(tactile, scale: 2)
    case PeerProgram.baseline.rawValue:
      var large = target
      large.arguments = ["2"]
      large.fieldPosition = PixelPoint(x: 2 * target.fieldPosition.x, y: 2 * target.fieldPosition.y)
      return large
    default: return nil
    }
  }

  /// Prints a line of progress to standard error. Standard output contains only the report.
  private func printProgress(_ line: String) {
    let bytes = Array("\(line)\n".utf8)
    _ = Glibc.write(STDERR_FILENO, bytes, bytes.count)
  }
}
