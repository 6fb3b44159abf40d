import Scene

/// A frame as the program's own log has it; instants are nanoseconds of the monotonic clock.
struct LoggedFrame: Equatable {
  var number: Int
  /// When it was begun, for when it was drawn, and when it was sent.
  var begun, presentation, sent: Int64
  /// Between two refreshes of the display, in nanoseconds.
  var interval: Double
  /// Who told of its turn; `nil` where it came between two.
  var source: Substring?
  /// The refresh that has this frame; `nil` where that is not known.
  var refresh: Int64?
  /// By which the compositor tells when it was seen.
  var counter: Int64?
  /// Of the button's centre, in logical pixels.
  var place: Point
  /// How the button was let go; `nil` while it does not fly.
  var release: LoggedRelease?
}

/// A button that is let go on a spring, in logical pixels, seconds and nanoseconds.
struct LoggedRelease: Equatable {
  var instant: Int64
  var from, to: Point
  var velocity: Vector
  var spring: TextbookSpring
}

extension LoggedFrame {
  /// - Parameter line: Of the log, from `frame` on.
  /// - Returns: `nil` where that is no such line.
  init?(line: Substring) {
    var words = Words(line)
    guard words.next() == "frame", let number = words.integer(), let begun = words.integer(),
      let presentation = words.integer(), let sent = words.integer(),
      let interval = words.number(), interval > 0, let source = words.next()
    else { return nil }
    (self.number, self.interval) = (Int(number), interval)
    (self.begun, self.presentation, self.sent) = (begun, presentation, sent)
    self.source = source == "between" ? nil : source
    (refresh, counter) = (words.integer(), words.integer())
    guard let place = words.point() else { return nil }
    self.place = place
    switch words.next() {
    case nil: release = nil
    case "flight":
      guard let flight = LoggedRelease(&words) else { return nil }
      release = flight
    default: return nil
    }
  }
}

extension LoggedFrame {
  /// Whether it flies, and has gone further across than it will come to rest.
  var isBeyondRest: Bool {
    guard let release else { return false }
    return (place.x - release.to.x) * (release.to.x - release.from.x) > 0
  }
}

extension LoggedRelease {
  fileprivate init?(_ words: inout Words) {
    guard let instant = words.integer(), let from = words.point(), let to = words.point(),
      let velocity = words.point(), let frequency = words.number(), frequency > 0,
      let fraction = words.number(), words.next() == nil
    else { return nil }
    self.init(
      instant: instant, from: from, to: to, velocity: velocity - .zero,
      spring: TextbookSpring(angularFrequency: frequency, dampingFraction: fraction))
  }

  /// Where the textbook has the button at an instant.
  func ideal(at instant: Int64) -> Point {
    let time = Double(max(0, instant - self.instant)) / 1e9
    func place(_ from: Double, _ to: Double, _ velocity: Double) -> Double {
      to + spring.displacement(from: from - to, velocity: velocity, after: time)
    }
    return Point(
      x: place(from.x, to.x, velocity.dx), y: place(from.y, to.y, velocity.dy))
  }
}

/// The words of a line, taken one after the other.
struct Words {
  private var rest: ArraySlice<Substring>

  init(_ line: Substring) { rest = line.split(separator: " ")[...] }

  mutating func next() -> Substring? { rest.popFirst() }

  /// `nil` where the next word, which is taken, is none.
  mutating func integer() -> Int64? { next().flatMap { Int64($0) } }

  /// The same for a number that is finite.
  mutating func number() -> Double? {
    next().flatMap { Double($0) }.flatMap { $0.isFinite ? $0 : nil }
  }

  mutating func point() -> Point? {
    guard let x = number(), let y = number() else { return nil }
    return Point(x: x, y: y)
  }
}
