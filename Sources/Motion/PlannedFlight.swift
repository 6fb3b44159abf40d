/// A motion with all that belongs to it alone: how its course is stretched and repeated, and what
/// leads it instead of its shape.
@usableFromInline
struct PlannedFlight<Components: SIMD<Double> & Sendable>: Sendable {
  /// As it would be without what follows.
  @usableFromInline let flight: Flight<Components>
  let timeline: Timeline?
  @usableFromInline let keyframes: Keyframes<Components>?
  let blend: Blend?
  /// When it is over; `nil` for never.
  @usableFromInline private(set) var end: Instant?

  @usableFromInline
  init(
    _ flight: Flight<Components>, along timeline: Timeline? = nil,
    by keyframes: Keyframes<Components>? = nil, _ blend: Blend? = nil
  ) {
    self.flight = flight
    (self.timeline, self.keyframes, self.blend) = (timeline, keyframes, blend)
    guard let timeline else {
      end = flight.course.end
      return
    }
    end = timeline.span.length.map(flight.course.departure.advanced(byNanoseconds:))
  }

  /// Whether it leaves the value at its target, not where it came from.
  @usableFromInline var endsAtTarget: Bool { timeline?.span.endsAtTarget ?? true }

  /// Whether it is no more than its flight.
  var isPlain: Bool { timeline == nil && keyframes == nil && blend == nil }

  /// Whether it is over.
  func isOver(at now: Instant) -> Bool { end.map { now >= $0 } ?? false }

  /// The same motion, over at an instant if not before.
  func skipped(at now: Instant) -> PlannedFlight {
    var skipped = self
    skipped.end = end.map { min($0, now) } ?? now
    return skipped
  }

  /// The same motion, which goes on until no more than the thresholds is left of it.
  func settled(within thresholds: Components) -> PlannedFlight {
    guard timeline == nil, let curve = flight.course.shape.settlingCurve else { return self }
    let (route, course) = (flight.route, flight.course)
    let duration = curve.settlingTime(
      of: route.distance, from: route.velocity, within: thresholds, blend)
    let end = max(course.end, course.departure.advanced(byNanoseconds: duration))
    return PlannedFlight(
      Flight(route, Course(course.shape, from: course.departure, to: end)), by: keyframes, blend)
  }

  /// Where it comes to rest.
  @inlinable var rest: Components { endsAtTarget ? flight.route.to : flight.route.from }

  /// From where it comes to rest.
  @inlinable
  func displacement(at now: Instant) -> Components {
    (place(at: now) ?? flight.route.to) - rest
  }

  /// Where it is; `nil` where it stands at its target.
  @inlinable
  func place(at now: Instant) -> Components? {
    switch moment(at: now) {
    case .waiting(let atTarget, _), .over(let atTarget): return atTarget ? nil : flight.route.from
    case .moving(let time, _):
      guard time > 0 else { return flight.route.from }
      return keyframes?.place(after: time) ?? flight.route.place(by: weights(after: time))
    }
  }

  /// How fast it goes, in units per second.
  @inlinable
  func velocity(at now: Instant) -> Components {
    guard case .moving(let time, let rate) = moment(at: now) else { return .zero }
    if let keyframes { return keyframes.velocity(after: time) * rate }
    return flight.route.velocity(by: weights(after: time).paced(by: rate))
  }

  /// When it is next elsewhere; `nil` once it is over.
  @usableFromInline
  func nextChange(after now: Instant) -> Instant? {
    switch moment(at: now) {
    // In the past where it is so late that no instant can tell it and time was saturated.
    case .waiting(_, let until): until >= now ? until : nil
    case .moving: now
    case .over: nil
    }
  }

  /// The spring that moves the value at an instant, or will alone when a blend is over.
  @usableFromInline
  func spring(at now: Instant) -> Spring? {
    guard case .moving = moment(at: now) else { return nil }
    return flight.course.shape.spring
  }

  /// When it has arrived as far as a person can tell; `nil` for never.
  var logicalEnd: Instant? {
    guard let end else { return nil }
    let (course, duration) = (flight.course, flight.course.duration)
    let logical = min(course.shape.logicalDuration ?? duration, duration)
    let length = timeline.map { $0.logicalLength(logical) ?? .max } ?? logical
    return min(end, course.departure.advanced(byNanoseconds: length))
  }
}

extension PlannedFlight {
  /// Where on its shape it is.
  @usableFromInline
  enum Moment {
    case waiting(atTarget: Bool, until: Instant)
    /// That many nanoseconds since the shape's beginning, which pass at a rate.
    case moving(time: Int64, rate: Double)
    case over(atTarget: Bool)
  }

  /// Where on its shape it is.
  @usableFromInline
  func moment(at now: Instant) -> Moment {
    guard !isOver(at: now) else { return .over(atTarget: endsAtTarget) }
    let departure = flight.course.departure
    let elapsed = now.nanoseconds(since: departure)
    guard let timeline else {
      guard now < departure else { return .moving(time: elapsed, rate: 1) }
      return .waiting(atTarget: false, until: min(departure, end ?? departure))
    }
    switch timeline.phase(after: elapsed) {
    case .holding(let atTarget, let length):
      let until = departure.advanced(byNanoseconds: length)
      return .waiting(atTarget: atTarget, until: min(until, end ?? until))
    case .moving(let time, let rate): return .moving(time: time, rate: rate)
    }
  }

  /// What the value is made of, where no keyframes lead it.
  ///
  /// - Parameter time: Since the shape's beginning, in nanoseconds.
  @usableFromInline
  func weights(after time: Int64) -> Weights {
    let course = flight.course
    return blend?.weights(after: time)
      ?? course.shape.weights(after: time, of: course.duration)
  }
}

extension Shape {
  /// The curve by which it comes to rest, where that takes as long as the threshold is small.
  fileprivate var settlingCurve: Animation.Curve? {
    switch self {
    case .spring(let spring): .spring(spring)
    case .decay(let decay): .decay(decay)
    case .timing, .none: nil
    }
  }

  /// Nanoseconds until it seems to have arrived: a spring's response, as SwiftUI has it; `nil` for
  /// all of its duration.
  fileprivate var logicalDuration: Int64? {
    spring.map { Int64(saturating: $0.response * 1e9) }
  }
}
