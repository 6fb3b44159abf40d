import ArgumentParser
import Glibc
import Scene
import ScreenDriver

/// Measures Tactile and its peers as somebody outside of them sees them, and writes a table.
@main struct MeterCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "Meter",
    abstract: "Measure Tactile from outside, beside other toolkits' programs.",
    discussion: """
      Each program runs on a display of its own under openbox and knows nothing of it. A table in \
      Markdown goes to standard output: the numbers are medians, and the bracket says how many \
      times as much of it Tactile takes.
      """)

  @Option(help: "The program to measure; otherwise the tactile beside this one.")
  var program: String?

  @Option(help: "The folder with the peers that were built.")
  var built = "."

  @Option(help: "The folder with the peers' sources.")
  var sources = "Benchmarks/Peers"

  @Option(
    help: ArgumentHelp(
      "Which programs, of \(names). Otherwise all that are installed.", valueName: "names"))
  var only: String?

  @Option(help: "How many starts are measured, after one that is thrown away.")
  var runs = 7

  @Option(help: "For how many seconds each kind of rest is watched.")
  var rest = 2.0

  @Option(help: ArgumentHelp("Write all samples to a file.", valueName: "file"))
  var json: String?

  private static let names = (["tactile"] + Peer.allCases.map(\.rawValue)).joined(separator: " ")

  func validate() throws {
    let known = Self.names.split(separator: " ")
    if let unknown = wanted.first(where: { !known.contains($0) }) {
      throw ValidationError("There is no program '\(unknown)'; there are \(Self.names).")
    }
    guard runs > 0, rest > 0 else { throw ValidationError("--runs and --rest must be above 0.") }
  }

  private var wanted: [Substring] { (only ?? Self.names).split { $0 == " " || $0 == "," } }
}

extension MeterCommand {
  func run() throws {
    do throws(ScreenDriverError) {
      try measure()
    } catch {
      say("meter: \(error)")
      throw ExitCode.failure
    }
  }

  private func measure() throws(ScreenDriverError) {
    observeInRealTime()
    let stage = try Stage()
    let machine = machineDescription(server: stage.serverName)
    let latency = try observerLatency(on: stage)
    var report = Report()
    for name in wanted { measure(String(name), &report) }
    print("\(machine).")
    if let latency { print("The observer itself adds \(rounded(latency)) ms to every latency.") }
    print("")
    for line in report.lines { print(line) }
    if let json { try write(rawResults(report.columns, machine: machine), toFile: json) }
  }

  /// A program that cannot be measured does not keep the others from it.
  private func measure(_ name: String, _ report: inout Report) {
    guard let subject = subject(name) else {
      let packages = Peer(rawValue: name)?.packages ?? "build it first"
      return report.remarks.append("not installed: \(name) (\(packages))")
    }
    say("measuring \(name)")
    do throws(ScreenDriverError) {
      let results = try bench(for: subject).results(of: subject, large: large(subject))
      report.columns.append((name, results))
    } catch {
      report.remarks.append("not measured: \(name): \(error)")
    }
  }

  /// Allocations and the blinking are held to a limit in our program alone.
  private func bench(for subject: Subject) -> Bench {
    let thoroughness = Thoroughness(starts: runs, rest: .seconds(rest))
    guard subject.name == "tactile" else { return Bench(thoroughness: thoroughness) }
    let (twin, observer) = ("\(built)/blink", "\(built)/allocations.so")
    return Bench(
      thoroughness: thoroughness,
      twin: isExecutable(twin) ? Subject(name: "blink", program: twin) : nil,
      allocationObserver: isExecutable(observer) ? observer : nil)
  }

  private func subject(_ name: String) -> Subject? {
    guard name == "tactile" else {
      return Peer(rawValue: name)?.subject(builtIn: built, sources: sources)
    }
    return .tactile(tactile)
  }

  private var tactile: String { program ?? programBesideThis("tactile") }

  /// The same at twice the scale, where it can be told to be.
  private func large(_ subject: Subject) -> Subject? {
    switch subject.name {
    case "tactile": return .tactile(tactile, scale: 2)
    case Peer.floor.rawValue:
      var large = subject
      large.arguments = ["2"]
      large.field = PixelPoint(x: 2 * subject.field.x, y: 2 * subject.field.y)
      return large
    default: return nil
    }
  }

  /// Says to a person what goes on, beside the table.
  private func say(_ line: String) {
    let bytes = Array("\(line)\n".utf8)
    _ = Glibc.write(STDERR_FILENO, bytes, bytes.count)
  }
}
