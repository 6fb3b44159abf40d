import Glibc
import ScreenDriver

/// The measurements of the launches of dialogs, and their table.
struct DialogBenchmark {
  /// The measured dialogs in the order of the rows.
  private(set) var rows: [(name: String, results: MeasurementResults)] = []
  /// The messages about dialogs that were not measured.
  private(set) var messages: [String] = []

  /// The columns of the table after the name.
  private static let columns: [(title: String, metric: Metric)] = [
    ("launch to first finished frame, ms", .firstFrame), ("CPU time of the launch, ms", .launchCPUTime),
    ("memory, PSS, MB", .proportionalMemory),
  ]

  init() {}

  /// Launches the installed dialogs in turn, so that a change of the machine's speed affects all of them.
  ///
  /// - Parameter launches: The number of launches of each dialog, after one that is not measured because it reads
  ///   the files from disk.
  /// - Throws: The errors of `BenchmarkDisplay`.
  mutating func measure(_ targets: [DialogTarget], launches: Int) throws(ScreenDriverError) {
    messages += targets.filter { !$0.isInstalled }.map { "not available: \($0.name)" }
    var installed = targets.filter(\.isInstalled)
    let display = try BenchmarkDisplay()
    for index in 0...launches {
      installed = installed.filter { target in
        do throws(ScreenDriverError) {
          let launch = try DialogLaunch(target, on: display)
          if index > 0 { try record(launch, of: target.name) }
          return true
        } catch {
          messages.append("not measured: \(target.name): \(error)")
          return false
        }
      }
    }
  }

  private mutating func record(_ launch: borrowing DialogLaunch, of name: String) throws(ScreenDriverError) {
    var results = MeasurementResults()
    try results.record(launch)
    add(results, of: name)
  }

  /// Adds samples to the row of a dialog.
  mutating func add(_ results: MeasurementResults, of name: String) {
    if !rows.contains(where: { $0.name == name }) { rows.append((name, MeasurementResults())) }
    for index in rows.indices where rows[index].name == name { rows[index].results.add(results) }
  }

  /// The table in Markdown, followed by the messages.
  var lines: [String] {
    let titles = ["dialog"] + Self.columns.map(\.title)
    let separator = ["---"] + Self.columns.map { _ in "---:" }
    let cells = rows.map { row in
      [row.name] + Self.columns.map { row.results[$0.metric].map(formatted) ?? "–" }
    }
    let table = ([titles, separator] + cells).map { "| \($0.joined(separator: " | ")) |" }
    return messages.isEmpty ? table : table + [""] + messages.map { "- \($0)" }
  }
}

/// A dialog from its start until its window has settled.
private struct DialogLaunch: ~Copyable {
  let launch: ProgramLaunch
  private let writingEnd: Int32

  init(_ target: DialogTarget, on display: borrowing BenchmarkDisplay) throws(ScreenDriverError) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else {
      throw .systemCall("create a pipe", reason: String(cString: strerror(errno)))
    }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    // The input is shorter than the pipe's buffer.
    _ = write(ends[1], target.input, target.input.utf8.count)
    defer { close(ends[0]) }
    do throws(ScreenDriverError) {
      launch = try ProgramLaunch(
        target.program, target.arguments, environment: display.environment, on: display.name, input: ends[0])
    } catch {
      close(ends[1])
      throw error
    }
    writingEnd = ends[1]
  }

  deinit { close(writingEnd) }
}

extension MeasurementResults {
  /// Records the launch of a dialog, and its memory after that.
  fileprivate mutating func record(_ dialog: borrowing DialogLaunch) throws(ScreenDriverError) {
    record(dialog.launch)
    let use = try MemoryUsage(of: dialog.launch.process.pid)
    record(.proportionalMemory, Double(use.proportional) / (1024 * 1024))
  }
}
