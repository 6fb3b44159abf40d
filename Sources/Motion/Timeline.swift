/// Delay, hold, repetition and reversal as a map from the time since the start to the time on the
/// animation's curve, in whole nanoseconds, so that no number of rounds adds up an error.
struct Timeline: Hashable, Sendable {
  /// Before everything.
  let delay: Int64
  /// At the beginning of each round.
  let hold: Int64
  /// On the curve, in each round.
  let duration: Int64
  let repetition: Animation.Repetition

  /// - Parameter duration: How long the curve takes, as the value's distance and velocity make it.
  init(_ animation: Animation, duration: Duration) {
    delay = animation.delay.wholeNanoseconds
    hold = animation.hold.wholeNanoseconds
    self.duration = max(0, duration.wholeNanoseconds)
    repetition = animation.repetition
  }

  /// A place in time on the curve.
  enum Phase: Equatable {
    /// Nothing moves until `until`, in nanoseconds since the start; the value stands at one end.
    case holding(atEnd: Bool, until: Int64)
    /// The curve is followed, at that many nanoseconds since its beginning.
    case moving(Int64, isReversed: Bool)
    /// All rounds are over; the value stands at one end.
    case finished(atEnd: Bool)
  }

  /// One round, hold included.
  private var period: Int64 { hold.saturatingSum(duration) }

  /// Where on the curve things are.
  ///
  /// - Parameter elapsed: Nanoseconds since the start; negative ones count as 0.
  func phase(after elapsed: Int64) -> Phase {
    guard elapsed >= delay else { return .holding(atEnd: false, until: delay.saturatingSum(hold)) }
    guard period > 0 else { return .finished(atEnd: endsAtEnd) }
    let (round, time) = (elapsed - delay).quotientAndRemainder(dividingBy: period)
    if let count = repetition.count, round >= count { return .finished(atEnd: endsAtEnd) }
    let isReversed = repetition.autoreverses && !round.isMultiple(of: 2)
    if time < hold {
      return .holding(atEnd: isReversed, until: elapsed.saturatingSum(hold - time))
    }
    let place = time - hold
    return .moving(isReversed ? duration - place : place, isReversed: isReversed)
  }

  /// Whether the last round leaves the value at its target. What repeats for ever at no length at
  /// all is there at once.
  private var endsAtEnd: Bool {
    guard repetition.autoreverses, let count = repetition.count else { return true }
    return !count.isMultiple(of: 2)
  }
}
