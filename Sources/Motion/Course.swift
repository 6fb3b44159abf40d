/// A motion's course through time: its shape between two instants.
///
/// It knows nothing of the value that moves, so that it is compiled once for all of them.
@usableFromInline
struct Course: Sendable {
  @usableFromInline let shape: Shape
  /// When it leaves the delay before everything.
  @usableFromInline let departure: Instant
  /// When it is over.
  @usableFromInline let end: Instant

  @inlinable
  init(_ shape: Shape, from departure: Instant, to end: Instant) {
    (self.shape, self.departure, self.end) = (shape, departure, end)
  }

  /// - Parameters:
  ///   - duration: In nanoseconds.
  ///   - delay: Before everything, in nanoseconds.
  @usableFromInline
  init(_ shape: Shape, lasting duration: Int64, start: Instant, delay: Int64 = 0) {
    let departure = start.advanced(byNanoseconds: delay)
    self.init(shape, from: departure, to: departure.advanced(byNanoseconds: duration))
  }

  /// The course of what rests at its target.
  @inlinable static var resting: Course {
    Course(.none, from: .distantPast, to: .distantPast)
  }

  /// In nanoseconds.
  @inlinable var duration: Int64 { end.nanoseconds(since: departure) }

  /// The spring that moves a value of that course at an instant; `nil` where none does.
  @inlinable
  func spring(at now: Instant) -> Spring? {
    departure <= now && now < end ? shape.spring : nil
  }

  /// What a value of that course is made of.
  ///
  /// - Parameter now: From departure to end.
  @inlinable
  func weights(at now: Instant) -> Weights {
    shape.weights(after: now.nanoseconds(since: departure), of: duration)
  }
}
