/// A motion's course through time: its shape since an instant.
///
/// It knows nothing of the value that moves, so that it is compiled once for all of them, and it is
/// plain numbers: how it is stretched and repeated, if at all, a `Timeline` tells beside it.
@usableFromInline
struct Course: Sendable {
  @usableFromInline let shape: Shape
  /// Of the shape, in nanoseconds.
  let duration: Int64
  /// When it leaves the delay before everything.
  @usableFromInline let departure: Instant
  /// When it is over; an endless one never is.
  @usableFromInline private(set) var end: Instant
  @usableFromInline private(set) var isEndless: Bool
  /// Whether it leaves the value at its target, not where it came from.
  @usableFromInline let endsAtTarget: Bool

  /// - Parameters:
  ///   - seconds: How long the shape takes where it has no duration of its own.
  ///   - delay: Before everything, in nanoseconds.
  @usableFromInline
  init(_ shape: Shape, lasting seconds: Double, start: Instant, delay: Int64 = 0) {
    self.shape = shape
    duration = shape.fixedDuration ?? Int64(saturating: (seconds * 1e9).rounded(.up))
    departure = start.advanced(byNanoseconds: delay)
    end = departure.advanced(byNanoseconds: duration)
    (isEndless, endsAtTarget) = (false, true)
  }

  /// The same course, stretched and repeated.
  @usableFromInline
  init(_ course: Course, along timeline: Timeline) {
    (shape, duration, departure) = (course.shape, course.duration, course.departure)
    end = departure.advanced(byNanoseconds: timeline.span.length ?? .max)
    isEndless = timeline.span.length == nil
    endsAtTarget = timeline.span.endsAtTarget
  }

  /// The course of what rests at its target.
  @usableFromInline static let resting = Course(.keyframes(0), lasting: 0, start: .distantPast)

  /// Ends it, where it is not over yet.
  @usableFromInline
  mutating func skip(at now: Instant) {
    end = isEndless ? now : min(end, now)
    isEndless = false
  }

  /// Whether it is over.
  @usableFromInline
  func isOver(at now: Instant) -> Bool { now >= end && !isEndless }
}

extension Course {
  /// Where on its shape it is.
  enum Moment {
    case waiting(atTarget: Bool, until: Instant)
    /// That many nanoseconds since the shape's beginning, which pass at a rate.
    case moving(time: Int64, rate: Double)
    case over(atTarget: Bool)
  }

  /// Where on its shape it is.
  func moment(at now: Instant, along timeline: Timeline?) -> Moment {
    if isOver(at: now) { return .over(atTarget: endsAtTarget) }
    let elapsed = now.nanoseconds(since: departure)
    guard let timeline else {
      return now < departure
        ? .waiting(atTarget: false, until: min(departure, end))
        : .moving(time: elapsed, rate: 1)
    }
    switch timeline.phase(after: elapsed) {
    case .holding(let atTarget, let until):
      return .waiting(
        atTarget: atTarget, until: min(departure.advanced(byNanoseconds: until), end))
    case .moving(let time, let rate): return .moving(time: time, rate: rate)
    }
  }

  /// What a value of that course is made of.
  @inlinable
  func weights(at now: Instant) -> Weights {
    if now >= end { return endsAtTarget ? .arrived : .waiting }
    return now < departure ? .waiting : movingWeights(at: now)
  }

  @usableFromInline
  func movingWeights(at now: Instant) -> Weights {
    weights(after: now.nanoseconds(since: departure))
  }

  /// What a value of that course is made of, however it is stretched and repeated.
  @usableFromInline
  func weights(at now: Instant, along timeline: Timeline?) -> Weights {
    switch moment(at: now, along: timeline) {
    case .waiting(let atTarget, _), .over(let atTarget): atTarget ? .arrived : .waiting
    case .moving(let time, let rate): weights(after: time).paced(by: rate)
    }
  }

  /// When the value is next elsewhere; `nil` once it is over.
  @inlinable
  func nextChange(after now: Instant) -> Instant? {
    now >= end ? nil : max(now, min(departure, end))
  }

  /// When the value is next elsewhere, however the course is stretched and repeated.
  @usableFromInline
  func nextChange(after now: Instant, along timeline: Timeline?) -> Instant? {
    switch moment(at: now, along: timeline) {
    case .waiting(_, let until): until
    case .moving: now
    case .over: nil
    }
  }

  /// When it has arrived as far as a person can tell; `nil` for never.
  func logicalEnd(along timeline: Timeline?) -> Instant? {
    let logical = min(shape.logicalDuration ?? duration, duration)
    guard !isEndless else { return nil }
    let length = timeline.map { $0.logicalLength(logical) ?? .max } ?? logical
    return min(end, departure.advanced(byNanoseconds: length))
  }

  private func weights(after time: Int64) -> Weights {
    let weights = shape.weights(after: time, of: duration)
    guard time <= 0 else { return weights }
    return Weights(.start, xx: 1, xv: 0, vx: weights.vx, vv: weights.vv)
  }
}
