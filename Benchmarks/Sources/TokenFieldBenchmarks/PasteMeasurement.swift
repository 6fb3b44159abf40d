import Controls
import Motion
import Scene

/// The cost of pasting a long list, call by call: a frame waits for the longest call. Each cost is
/// the minimum of three runs, because other load of the machine prolongs single calls.
struct PasteMeasurement {
  /// A list that is pasted, and the field into which it is pasted.
  struct Scenario: Sendable {
    let name: String
    var duplicates = DuplicatePolicy.allow
    /// Whether the field contains the same number of tokens before the paste.
    var isFull = false
    /// The pasted list.
    var list = ListContent.newTokens
  }

  /// A list with as many tokens as the full field.
  enum ListContent {
    /// Tokens that the field does not contain.
    case newTokens
    /// The tokens of the field.
    case same
    /// Every other token of the field.
    case half
    /// Copies of the tokens of the field, with their identities.
    case copies
  }

  static let scenarios: [Scenario] = [
    Scenario(name: "into an empty field"),
    Scenario(name: "into a full field", isFull: true),
    Scenario(name: "into an empty field with refuse", duplicates: .refuse),
    Scenario(name: "into a full field with refuse", duplicates: .refuse, isFull: true),
    Scenario(name: "the same tokens, with refuse", duplicates: .refuse, isFull: true, list: .same),
    Scenario(name: "the same tokens, with move", duplicates: .move, isFull: true, list: .same),
    Scenario(name: "half of the tokens, with move", duplicates: .move, isFull: true, list: .half),
    Scenario(name: "copies of the tokens", isFull: true, list: .copies),
  ]

  /// The duration of the longest call, in seconds.
  private(set) var longest = Double.infinity
  private(set) var total = Double.infinity
  /// The number of frames.
  private(set) var frames = 0
  /// The time of undoing the paste, in seconds.
  private(set) var undoing = Double.infinity

  init(_ scenario: Scenario, tokenCount: Int) {
    for _ in 0..<3 { measure(scenario, tokenCount: tokenCount) }
  }

  private mutating func measure(_ scenario: Scenario, tokenCount: Int) {
    var configuration = TokenFieldConfiguration()
    configuration.duplicates = scenario.duplicates
    let old = scenario.isFull ? (0..<tokenCount).map { "user\($0)@example.org" } : []
    var field = TokenField(
      old, configuration: configuration, in: Environment(text: FixedWidthText()))
    field.layOut(at: .zero, width: 420, at: .zero)
    field.focus(0, at: .zero)
    var timer = CallTimer()
    // Analyzing the existing tokens is not part of the paste.
    while field.nextChange(after: timer.now) == timer.now { timer.advanceFrame(of: &field) }
    timer.reset()
    let content = scenario.list.content(of: old, as: tokenCount)
    timer.perform(.keyPressed(KeyPress(.end, modifiers: .control)), in: &field)
    timer.perform(.keyPressed(KeyPress(.character("v"), modifiers: .control)), in: &field)
    let data = ReceivedData(from: .pasteboard(.clipboard), .success(content))
    timer.perform(.data(.received(data)), in: &field)
    while field.nextChange(after: timer.now) == timer.now { timer.advanceFrame(of: &field) }
    (longest, total) = (min(longest, timer.longest), min(total, timer.total))
    frames = timer.frames
    timer.reset()
    timer.perform(
      .keyPressed(KeyPress(.character("z"), modifiers: .control)), in: &field)
    undoing = min(undoing, timer.total)
  }
}

extension PasteMeasurement.ListContent {
  /// - Parameter old: The texts of the existing tokens, whose identities count from 0.
  fileprivate func content(of old: [String], as tokenCount: Int) -> ReceivedData.Content {
    if case .copies = self {
      let netstrings = old.enumerated().map { index, text in
        let element = "t\(index) \(text)"
        return "\(element.utf8.count):\(element),"
      }
      return Self.content(netstrings.joined(), .tokens)
    }
    let texts =
      switch self {
      case .same, .copies: old
      case .half: stride(from: 0, to: old.count, by: 2).map { old[$0] }
      case .newTokens: (0..<tokenCount).map { "other\($0)@example.org" }
      }
    return Self.content(texts.joined(separator: ","), .text)
  }

  private static func content(_ text: String, _ type: DataType) -> ReceivedData.Content {
    ReceivedData.Content(type: type, bytes: ReceivedBytes(copying: Array(text.utf8).span))
  }
}

/// A timer for single calls.
private struct CallTimer {
  private(set) var now = Instant.zero
  private(set) var longest = 0.0
  private(set) var total = 0.0
  private(set) var frames = 0

  mutating func reset() { (longest, total, frames) = (0, 0, 0) }

  mutating func perform(_ event: InputEvent, in field: inout TokenField<TextTokenAdapter>) {
    let now = now
    time { _ = field.handle(event, at: now) }
  }

  mutating func advanceFrame(of field: inout TokenField<TextTokenAdapter>) {
    now = now + .milliseconds(16)
    frames += 1
    let now = now
    time { _ = field.advance(to: now) }
    var list = DisplayList()
    time { field.draw(into: &list, at: now) }
  }

  private mutating func time(_ body: () -> Void) {
    let start = ProcessUsage.cpuSeconds
    body()
    let seconds = ProcessUsage.cpuSeconds - start
    longest = max(longest, seconds)
    total += seconds
  }
}
