import Controls
import Motion
import Scene

/// What it costs to paste a long list, call by call: a frame waits for the longest of them. Of three
/// times each cost is the least, since whatever else the machine does at the moment adds to one call.
struct PasteMeasurement {
  /// What is pasted, and into what.
  struct Row: Sendable {
    let name: String
    var duplicates = DuplicatePolicy.allow
    /// Whether as many tokens are there before.
    var isFull = false
    /// What is pasted.
    var list = List.others
  }

  /// As many tokens as there may be before.
  enum List {
    case others
    /// The same as those.
    case same
    /// The same as every other one of those, half as many.
    case half
    /// Copies of those, with their identities.
    case copies
  }

  static let rows: [Row] = [
    Row(name: "into an empty field"),
    Row(name: "into a full one", isFull: true),
    Row(name: "into an empty one under refuse", duplicates: .refuse),
    Row(name: "into a full one under refuse", duplicates: .refuse, isFull: true),
    Row(name: "what is there, under refuse", duplicates: .refuse, isFull: true, list: .same),
    Row(name: "what is there, under move", duplicates: .move, isFull: true, list: .same),
    Row(name: "half of it, under move", duplicates: .move, isFull: true, list: .half),
    Row(name: "copies of it", isFull: true, list: .copies),
  ]

  /// In seconds.
  private(set) var longest = Double.infinity
  private(set) var total = Double.infinity
  /// How many frames it took.
  private(set) var frames = 0
  /// Of undoing it, in seconds.
  private(set) var undoing = Double.infinity

  init(_ row: Row, tokenCount: Int) {
    for _ in 0..<3 { measure(row, tokenCount: tokenCount) }
  }

  private mutating func measure(_ row: Row, tokenCount: Int) {
    var configuration = TokenFieldConfiguration()
    configuration.duplicates = row.duplicates
    let old = row.isFull ? (0..<tokenCount).map { "user\($0)@example.org" } : []
    var field = TokenField(old, configuration: configuration, in: Environment(text: EvenText()))
    field.place(at: .zero, width: 420)
    field.focus(0, at: .zero)
    var timer = CallTimer()
    // What must be known of what is there is not the paste's.
    while field.nextChange(after: timer.now) == timer.now { timer.frame(of: &field) }
    timer.forget()
    let content = row.list.content(of: old, as: tokenCount)
    timer.perform(.keyPressed(KeyPress(.end, modifiers: .control)), in: &field)
    timer.perform(.keyPressed(KeyPress(.character("v"), modifiers: .control)), in: &field)
    let data = ReceivedData(from: .pasteboard(.clipboard), .success(content))
    timer.perform(.data(.received(data)), in: &field)
    while field.nextChange(after: timer.now) == timer.now { timer.frame(of: &field) }
    (longest, total) = (min(longest, timer.longest), min(total, timer.total))
    frames = timer.frames
    timer.forget()
    timer.perform(
      .keyPressed(KeyPress(.character("z"), modifiers: .control)), in: &field)
    undoing = min(undoing, timer.total)
  }
}

extension PasteMeasurement.List {
  /// - Parameter old: The texts of the tokens that are there, whose identities count from 0.
  fileprivate func content(of old: [String], as tokenCount: Int) -> ReceivedData.Content {
    if case .copies = self {
      let netstrings = old.enumerated().map { index, text in
        let unit = "t\(index) \(text)"
        return "\(unit.utf8.count):\(unit),"
      }
      return Self.content(netstrings.joined(), .tokens)
    }
    let texts =
      switch self {
      case .same, .copies: old
      case .half: stride(from: 0, to: old.count, by: 2).map { old[$0] }
      case .others: (0..<tokenCount).map { "other\($0)@example.org" }
      }
    return Self.content(texts.joined(separator: ","), .text)
  }

  private static func content(_ text: String, _ type: DataType) -> ReceivedData.Content {
    ReceivedData.Content(type: type, bytes: ReceivedBytes(copying: Array(text.utf8).span))
  }
}

/// Times each call by itself.
private struct CallTimer {
  private(set) var now = Instant.zero
  private(set) var longest = 0.0
  private(set) var total = 0.0
  private(set) var frames = 0

  mutating func forget() { (longest, total, frames) = (0, 0, 0) }

  mutating func perform(_ event: InputEvent, in field: inout TokenField<TextTokens>) {
    let now = now
    time { _ = field.handle(event, at: now) }
  }

  mutating func frame(of field: inout TokenField<TextTokens>) {
    now = now + .milliseconds(16)
    frames += 1
    let now = now
    time { _ = field.advance(to: now) }
    var list = DisplayList()
    time { field.draw(into: &list, at: now) }
  }

  private mutating func time(_ body: () -> Void) {
    let start = Process.seconds
    body()
    let seconds = Process.seconds - start
    longest = max(longest, seconds)
    total += seconds
  }
}
