import Scene

/// A frame in the program's frame log. Instants are nanoseconds of the monotonic clock.
struct LoggedFrame: Equatable {
  var number: Int
  /// The instants at which drawing began, for which the frame was drawn, and at which it was sent.
  var startTime, presentation, sent: Int64
  /// The refresh interval of the display, in nanoseconds.
  var interval: Double
  /// The source of the frame slot. `nil` if the frame was drawn between two slots.
  var source: Substring?
  /// The number of the refresh that the frame uses. `nil` if it is unknown.
  var refresh: Int64?
  /// The counter with which the compositor reports the presentation. `nil` if there is none.
  var counter: Int64?
  /// The center of the button, in logical pixels.
  var center: Point
  /// The release that started the motion of the button. `nil` if no spring moves the button.
  var release: LoggedRelease?
}

/// The release of a button onto a spring, in logical pixels and logical pixels per second. The
/// instant is in nanoseconds.
struct LoggedRelease: Equatable {
  var instant: Int64
  var from, to: Point
  var velocity: Vector
  var spring: ReferenceSpring
}

extension LoggedFrame {
  /// Parses a line of the log that begins with `frame`. Returns `nil` if the line is invalid.
  ///
  /// - Parameter line: The line.
  init?(line: Substring) {
    var fields = FieldReader(line)
    guard fields.next() == "frame", let number = fields.integer(), let startTime = fields.integer(),
      let presentation = fields.integer(), let sent = fields.integer(), let interval = fields.number(),
      interval > 0, let source = fields.next()
    else { return nil }
    (self.number, self.interval) = (Int(number), interval)
    (self.startTime, self.presentation, self.sent) = (startTime, presentation, sent)
    self.source = source == "none" ? nil : source
    (refresh, counter) = (fields.integer(), fields.integer())
    guard let center = fields.point() else { return nil }
    self.center = center
    switch fields.next() {
    case nil: release = nil
    case "spring":
      guard let parsed = LoggedRelease(&fields) else { return nil }
      release = parsed
    default: return nil
    }
  }
}

extension LoggedFrame {
  /// Whether the button is moving and is horizontally past its rest position.
  var isPastTarget: Bool {
    guard let release else { return false }
    return (center.x - release.to.x) * (release.to.x - release.from.x) > 0
  }
}

extension LoggedRelease {
  fileprivate init?(_ fields: inout FieldReader) {
    guard let instant = fields.integer(), let from = fields.point(), let to = fields.point(),
      let velocity = fields.point(), let frequency = fields.number(), frequency > 0,
      let fraction = fields.number(), fields.next() == nil
    else { return nil }
    self.init(
      instant: instant, from: from, to: to, velocity: velocity - .zero,
      spring: ReferenceSpring(angularFrequency: frequency, dampingFraction: fraction))
  }

  /// Returns the ideal center of the button at an instant, by the reference spring.
  func idealCenter(at instant: Int64) -> Point {
    let time = Double(max(0, instant - self.instant)) / 1e9
    func coordinate(_ from: Double, _ to: Double, _ velocity: Double) -> Double {
      to + spring.displacement(from: from - to, velocity: velocity, after: time)
    }
    return Point(x: coordinate(from.x, to.x, velocity.dx), y: coordinate(from.y, to.y, velocity.dy))
  }
}

/// A reader of the fields of a line, in order.
struct FieldReader {
  private var remaining: ArraySlice<Substring>

  init(_ line: Substring) { remaining = line.split(separator: " ")[...] }

  mutating func next() -> Substring? { remaining.popFirst() }

  /// Reads the next field as an integer. If it is none, consumes it and returns `nil`.
  mutating func integer() -> Int64? { next().flatMap { Int64($0) } }

  /// Reads the next field as a finite number. If it is none, consumes it and returns `nil`.
  mutating func number() -> Double? { next().flatMap { Double($0) }.flatMap { $0.isFinite ? $0 : nil } }

  mutating func point() -> Point? {
    guard let x = number(), let y = number() else { return nil }
    return Point(x: x, y: y)
  }
}
