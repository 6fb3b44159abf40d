/// What becomes of a motion that somebody waits for.
public enum Completion: Hashable, Sendable {
  /// It has arrived as far as a person can tell: a spring when its response has elapsed, all else
  /// when its duration has. At most once, and before the end.
  case logical
  /// It has settled, and nothing moves any more. This or `interrupted` is the end, once.
  case removed
  /// Another motion, or another place, took its place before it settled.
  case interrupted
}

/// Somebody who waits for the end of a motion, and what there is to tell.
@usableFromInline
struct Watch: Sendable {
  /// Whether the motion that was begun last is waited for.
  private(set) var isOpen = false
  private var toldLogical = false
  /// Not told yet, in order.
  private var news: [Completion] = []

  /// Waits for a motion from its beginning.
  mutating func open() {
    guard !isOpen else { return }
    (isOpen, toldLogical) = (true, false)
  }

  /// Takes in what has happened until an instant, and says whether there is something to tell.
  ///
  /// - Parameters:
  ///   - logicalEnd: When it seems to have arrived; `nil` for never.
  ///   - end: When it is over; `nil` for never.
  @discardableResult
  mutating func observe(until now: Instant, logicalEnd: Instant?, end: Instant?) -> Bool {
    guard isOpen else { return !news.isEmpty }
    if !toldLogical, let logicalEnd, logicalEnd <= now {
      toldLogical = true
      news.append(.logical)
    }
    if let end, end <= now { close(with: .removed) }
    return !news.isEmpty
  }

  /// The motion is no more.
  mutating func interrupt() {
    if isOpen { close(with: .interrupted) }
  }

  /// What was not told yet.
  mutating func takeNews() -> [Completion] {
    defer { news = [] }
    return news
  }

  private mutating func close(with completion: Completion) {
    news.append(completion)
    isOpen = false
  }
}
