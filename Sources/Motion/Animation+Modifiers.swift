extension Animation {
  /// A mapping of the time since the start, applied around an animation.
  enum Modifier: Hashable, Sendable {
    /// A delay in nanoseconds, positive.
    case delay(Int64)
    case speed(ClockRate)
    /// The number of repetitions, at least 2, or `nil` for infinitely many. If it autoreverses,
    /// every second one runs backward.
    case repetitions(Int64?, autoreverses: Bool)
  }

  private func changed(by change: (inout Animation) -> Void) -> Animation {
    var animation = self
    change(&animation)
    return animation
  }

  private func modified(by modifier: Modifier) -> Animation { changed { $0.modifiers.append(modifier) } }

  /// Returns this animation with a delay before it.
  ///
  /// A repetition that runs backward has the delay at its own beginning.
  ///
  /// - Parameter duration: The delay. A negative one counts as 0; the maximum is 292 years, the
  ///   range of `Instant`.
  public func delay(_ duration: Duration) -> Animation {
    let wait = max(0, duration.wholeNanoseconds)
    guard wait > 0 else { return self }
    guard case .delay(let previous) = modifiers.last else { return modified(by: .delay(wait)) }
    return changed { $0.modifiers[modifiers.count - 1] = .delay(previous.saturatingSum(wait)) }
  }

  /// Returns this animation at another speed, including its delays.
  ///
  /// - Parameter factor: The speed factor, rounded to whole billionths and clamped to 0.001…10⁶.
  ///   The minimum also applies to 0 and negative factors, so that the animation always makes
  ///   progress. NaN counts as 1.
  public func speed(_ factor: Double) -> Animation {
    let rate = ClockRate(factor, in: 0.001...1e6)
    return rate == .one ? self : modified(by: .speed(rate))
  }

  /// Returns this animation repeated several times, each time from the beginning.
  ///
  /// - Parameters:
  ///   - count: The number of repetitions; below 1 counts as 1. If this animation already repeats
  ///     forever, its first repetition never ends.
  ///   - autoreverses: Whether every second repetition runs backward, so that an even number of
  ///     them ends at the start value. Delays inside are not reversed: each repetition begins with
  ///     its own delay.
  public func repeatCount(_ count: Int, autoreverses: Bool = true) -> Animation {
    count > 1 ? modified(by: .repetitions(Int64(count), autoreverses: autoreverses)) : self
  }

  /// Returns this animation repeated forever.
  ///
  /// - Parameter autoreverses: Whether every second repetition runs backward.
  public func repeatForever(autoreverses: Bool = true) -> Animation {
    modified(by: .repetitions(nil, autoreverses: autoreverses))
  }

  /// Returns this animation in additive mode: it is added to the animation in progress instead of
  /// replacing it.
  ///
  /// The older animation continues until it ends. The new one starts at the position at which the
  /// older one would have come to rest. With equal springs the result is the same as without this
  /// modifier; with different springs the older animation keeps its own spring. An older animation
  /// that repeats forever never ends, so it is replaced as without this modifier.
  public func additive() -> Animation { changed { $0.isAdditive = true } }

  /// Returns this animation with a policy for users who prefer reduced motion. The default is
  /// `skip`.
  public func reducedMotion(_ policy: ReducedMotion) -> Animation {
    changed { $0.reducedMotion = policy }
  }

  /// The animation for users who prefer reduced motion; `nil` to set the value immediately.
  public var reduced: Animation? {
    switch reducedMotion {
    case .skip: nil
    case .preserve: self
    case .replaced(let animation): animation
    }
  }
}

/// The replacement for an animation when the user prefers reduced motion.
public indirect enum ReducedMotion: Hashable, Sendable {
  /// The value is set immediately, without a delay.
  case skip
  /// The animation is unchanged. Use it for fades and for animations that convey information.
  case preserve
  /// Another animation is used, without further replacement.
  case replaced(by: Animation)
}
