import ArgumentParser
import Glibc
import Scene
import ScreenDriver

/// The command that compares the speed and memory of Tactile and its peers, and prints a table.
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
      "Programs to measure, separated by spaces or commas, from: \(names). Default: all installed programs.",
      valueName: "names"))
  var programs: String?

  @Flag(help: "Measure only the launches of dialogs: those of Tactile and of comparable installed programs.")
  var dialogs = false

  @Flag(
    help: "Measure only the costs of descriptions for assistive programs, with the services of at-spi2-core.")
  var accessibility = false

  @Flag(help: "Compare only Tactile and 'baseline', and exit with status 1 if a goal is exceeded by half.")
  var check = false

  @Option(help: "Number of measured launches, after one warm-up launch. Default: 7, with '--check' 3.")
  var launches: Int?

  @Option(help: "Seconds to observe each idle state. Default: 2, with '--check' 0.5.") var idleTime: Double?

  @Option(help: ArgumentHelp("Also write all samples to this file, as JSON.", valueName: "file")) var json:
    String?

  private static let names = (["tactile"] + PeerProgram.allCases.map(\.rawValue)).joined(separator: " ")

  func validate() throws {
    let knownNames = Self.names.split(separator: " ")
    if dialogs, programs != nil {
      throw ValidationError("'--dialogs' measures all installed dialogs; remove '--programs'.")
    }
    if check, dialogs || programs != nil || json != nil {
      throw ValidationError(
        "'--check' prints the goals of tactile; remove '--dialogs', '--programs' and '--json'.")
    }
    if let unknown = targetNames.first(where: { !knownNames.contains($0) }) {
      throw ValidationError("Unknown program '\(unknown)'. Use one of: \(Self.names).")
    }
    guard launches ?? 1 > 0, idleTime ?? 1 > 0 else {
      throw ValidationError("'--launches' and '--idle-time' must be greater than 0.")
    }
  }

  private var targetNames: [Substring] { (programs ?? Self.names).split { $0 == " " || $0 == "," } }
}

extension MeterCommand {
  /// Runs the command. Exits with status 2 on a usage error, as Tactile does.
  static func main() {
    do {
      let command = try parse()
      try command.run()
    } catch {
      guard exitCode(for: error) == .validationFailure else { exit(withError: error) }
      printToStandardError(fullMessage(for: error))
      Glibc.exit(2)
    }
  }

  func run() throws {
    do throws(ScreenDriverError) { try measure() } catch {
      printToStandardError("meter: \(error)")
      throw ExitCode.failure
    }
  }

  private func measure() throws(ScreenDriverError) {
    if let json { try checkIsWritable(json) }
    enableRealTimeScheduling()
    if check { return try checkGoals() }
    let display = try BenchmarkDisplay()
    let machine = machineDescription(server: display.serverName)
    let (lines, columns) =
      accessibility
      ? (try measureAccessibility(), [])
      : dialogs ? try measureDialogs() : try measurePrograms(latency: try observerLatency(on: display))
    print("\(machine).")
    for line in lines { print(line) }
    if let json { try write(rawResults(columns, machine: machine), toFile: json) }
  }

  /// Measures up to three times, because another program may disturb a measurement.
  private func checkGoals() throws(ScreenDriverError) {
    guard let baseline = target(PeerProgram.baseline.rawValue) else {
      throw .unexpected("'baseline' is not built in '\(peerBuildDir)'; use './run.sh bench --check'")
    }
    let settings = MeasurementSettings(
      launches: launches ?? 3, drags: 1, keys: 20, idleTime: .seconds(idleTime ?? 0.5))
    let benchmark = Benchmark(settings: settings)
    var (goals, rounds) = (GoalCheck(), 0)
    repeat {
      let reference = try benchmark.basicResults(of: baseline)
      goals.add(try benchmark.basicResults(of: .tactile(tactile)), over: reference)
      rounds += 1
    } while !goals.misses.isEmpty && rounds < 3
    // A round without values, for example because no window was found, must not pass.
    guard goals.excesses.count >= 16 else {
      throw .unexpected("only \(goals.excesses.count) metrics were measured")
    }
    for metric in goals.misses {
      print("\(metric.rawValue) is \(formatted(goals.excesses[metric] ?? 0)) times its goal")
    }
    print(
      "\(goals.excesses.count - goals.misses.count) metrics reach their goals, \(goals.misses.count) do not.")
    guard goals.misses.isEmpty else { throw .unexpected("goals are exceeded by more than half") }
  }

  private typealias Results = (lines: [String], columns: [(name: String, results: MeasurementResults)])

  /// Measures the programs, and returns the lines of the report.
  ///
  /// - Parameter latency: The latency of the observer in milliseconds, if it is known.
  private func measurePrograms(latency: Double?) throws(ScreenDriverError) -> Results {
    var report = Report()
    for name in targetNames { measure(String(name), &report) }
    try check(report.columns.count, messages: report.messages)
    let note = latency.map { ["The observer adds \(formatted($0)) ms to every latency."] } ?? []
    return (note + [""] + report.lines, report.columns)
  }

  /// Measures the launches of the dialogs, and returns the lines of their table.
  private func measureDialogs() throws(ScreenDriverError) -> Results {
    var benchmark = DialogBenchmark()
    let baseline = "\(peerBuildDir)/\(PeerProgram.baseline.rawValue)"
    try benchmark.measure(DialogTarget.all(tactile: tactile, baseline: baseline), launches: launches ?? 7)
    try check(benchmark.rows.count, messages: benchmark.messages)
    return ([""] + benchmark.lines, benchmark.rows)
  }

  /// Measures the costs of descriptions, and returns the lines of their tables.
  private func measureAccessibility() throws(ScreenDriverError) -> [String] {
    var benchmark = AccessibilityBenchmark()
    let own = BenchmarkTarget.tactile(tactile)
    let settings = MeasurementSettings(
      launches: launches ?? 7, drags: 1, keys: 60, idleTime: .seconds(idleTime ?? 2))
    try benchmark.measureUse(of: own, settings, rounds: 3)
    // A form with as many objects as the window of Tactile.
    let form = ["--add-entry=Name", "--add-password=Password", "--add-list=Choice", "--list-values=a|b|c"]
    let peer = BenchmarkTarget(name: "zenity (GTK 3)", program: "zenity", arguments: ["--forms"] + form)
    let peers = programInPath(peer.program) == nil ? [] : [peer]
    try benchmark.measureRequests(of: [own] + peers, count: 3000)
    try benchmark.measureTokens(of: own, counts: [100_000, 1_000_000])
    return [""] + benchmark.lines
  }

  /// Fails if nothing was measured.
  private func check(_ count: Int, messages: [String]) throws(ScreenDriverError) {
    guard count == 0 else { return }
    for message in messages { printToStandardError("meter: \(message)") }
    throw .unexpected("no program was measured")
  }

  /// Opens a file for writing, and creates it if it does not exist, so that an unusable path is reported
  /// before the measurements.
  private func checkIsWritable(_ path: String) throws(ScreenDriverError) {
    guard let file = fopen(path, "ae") else {
      throw .file(path: path, reason: String(cString: strerror(errno)))
    }
    fclose(file)
  }

  /// Measures one program. If that fails, adds a message to the report and lets the run continue.
  private func measure(_ name: String, _ report: inout Report) {
    guard let target = target(name) else {
      let hint =
        PeerProgram(rawValue: name).map { "requires \($0.packages)" }
        ?? "build it with './run.sh bench' or use --program"
      return report.messages.append("not available: \(name) (\(hint))")
    }
    // Standard output contains only the report.
    printToStandardError("measuring \(name)")
    do throws(ScreenDriverError) {
      let results = try benchmark(for: target).results(of: target, doubleScale: doubleScaleTarget(target))
      report.columns.append((name, results))
    } catch { report.messages.append("not measured: \(name): \(error)") }
  }

  /// Returns the benchmark of a program. Only Tactile has goals for allocations and blinking, so
  /// only its benchmark measures them.
  private func benchmark(for target: BenchmarkTarget) -> Benchmark {
    let settings = MeasurementSettings(launches: launches ?? 7, idleTime: .seconds(idleTime ?? 2))
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
  private func doubleScaleTarget(_ target: BenchmarkTarget) -> BenchmarkTarget? {
    switch target.name {
    case "tactile": return .tactile(tactile, scale: 2)
    case PeerProgram.baseline.rawValue:
      var scaled = target
      scaled.arguments = ["2"]
      scaled.fieldPosition = PixelPoint(x: 2 * target.fieldPosition.x, y: 2 * target.fieldPosition.y)
      return scaled
    default: return nil
    }
  }
}
