extension Animation {
  /// A map of the time since the start, around an animation.
  enum Modifier: Hashable, Sendable {
    /// A wait, in nanoseconds, positive.
    case delay(Int64)
    case speed(Rate)
    /// Rounds, two and more, or `nil` for ever; every second one runs backward where it
    /// autoreverses.
    case rounds(Int64?, autoreverses: Bool)
  }

  private func modified(by modifier: Modifier) -> Animation {
    var animation = self
    animation.modifiers.append(modifier)
    return animation
  }

  /// The same after a wait.
  ///
  /// A round that runs backward waits too, at its own beginning.
  ///
  /// - Parameter duration: Negative counts as none, more than an `Instant` can tell as 292 years.
  public func delay(_ duration: Duration) -> Animation {
    let wait = max(0, duration.wholeNanoseconds)
    guard wait > 0 else { return self }
    guard case .delay(let before) = modifiers.last else { return modified(by: .delay(wait)) }
    var animation = self
    animation.modifiers[modifiers.count - 1] = .delay(before.saturatingSum(wait))
    return animation
  }

  /// The same faster or slower, delays and all.
  ///
  /// - Parameter factor: In whole billionths, clamped to 0.001…10⁶, so that 0 and less are a
  ///   thousandth and nothing stands still for ever; NaN counts as 1.
  public func speed(_ factor: Double) -> Animation {
    let rate = Rate(factor, in: 0.001...1e6)
    return rate == .one ? self : modified(by: .speed(rate))
  }

  /// The same several times, each round from the beginning.
  ///
  /// - Parameters:
  ///   - count: Rounds; below 1 counts as 1. What repeats for ever already never gets beyond the
  ///     first.
  ///   - autoreverses: Whether every second round runs backward, so that an even number of them
  ///     ends where it began. Delays inside are not reversed: each round begins with its own.
  public func repeated(_ count: Int, autoreverses: Bool = true) -> Animation {
    count > 1 ? modified(by: .rounds(Int64(count), autoreverses: autoreverses)) : self
  }

  /// The same for ever.
  ///
  /// - Parameter autoreverses: Whether every second round runs backward.
  public func repeatedForever(autoreverses: Bool = true) -> Animation {
    modified(by: .rounds(nil, autoreverses: autoreverses))
  }

  /// The same, added to what was under way instead of taking its place: the older motion goes on
  /// until it dies out, while this one sets out from where that would have come to rest.
  ///
  /// With equal springs that is the same motion as without; with others the older keeps its own
  /// character. What repeats for ever never dies out and is taken over as without.
  public func additive() -> Animation {
    var animation = self
    animation.isAdditive = true
    return animation
  }
}
