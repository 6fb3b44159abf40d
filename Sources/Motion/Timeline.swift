/// A mapping from the time since the start to the time on the animation curve, in whole
/// nanoseconds, by delays, speeds and repetitions.
///
/// Each modifier is a layer around the previous ones. A time is mapped from the outermost layer
/// inward, together with its direction, forward or backward. The result is mapped back outward.
@usableFromInline struct Timeline: Sendable {
  /// The properties of the layers inside a layer.
  struct Extent: Equatable, Sendable {
    /// The duration in nanoseconds; `nil` if it is infinite.
    var duration: Int64?
    /// The time at the beginning during which nothing moves, in nanoseconds.
    var initialDelay: Int64
    /// Whether the value ends at its target and not at its start value.
    var endsAtTarget: Bool
  }

  private struct Layer: Sendable {
    let modifier: Animation.Modifier
    let inner: Extent
  }

  /// The state of the animation at a time.
  enum Phase: Equatable {
    /// The value does not move until `until`, in nanoseconds since the start. It is at one of its
    /// ends.
    case holding(atTarget: Bool, until: Int64)
    /// The value follows the curve, `time` nanoseconds after its beginning. `rate` is the rate at
    /// which this time advances, negative if it runs backward.
    case moving(time: Int64, rate: Double)
  }

  /// The layers, from the innermost to the outermost.
  private let layers: [Layer]
  /// The duration of the curve, in nanoseconds.
  private let duration: Int64
  /// The properties of the whole timeline.
  let extent: Extent

  /// - Parameter duration: The duration of the curve, in nanoseconds, at least 0.
  init(_ modifiers: [Animation.Modifier], duration: Int64) {
    var extent = Extent(duration: duration, initialDelay: 0, endsAtTarget: true)
    layers = modifiers.map { modifier in
      defer { extent = extent.wrapped(in: modifier) }
      return Layer(modifier: modifier, inner: extent)
    }
    self.duration = duration
    self.extent = extent
  }

  /// Returns the state of the animation after a time.
  ///
  /// - Parameter elapsed: Nanoseconds since the start, less than the duration of the timeline.
  func phase(after elapsed: Int64) -> Phase {
    guard elapsed >= 0 else { return .holding(atTarget: false, until: extent.initialDelay) }
    return phase(layers.count, elapsed, isReversed: false)
  }

  /// Returns the nanoseconds from the start until the animation looks finished, or `nil` if it
  /// never does.
  ///
  /// - Parameter logicalDuration: The logical duration of the curve, in nanoseconds.
  func logicalLength(_ logicalDuration: Int64) -> Int64? {
    extent.duration == nil ? nil : logicalLength(layers.count, logicalDuration, isReversed: false)
  }

  /// - Parameter depth: The number of layers that still have to be processed.
  private func phase(_ depth: Int, _ time: Int64, isReversed: Bool) -> Phase {
    guard depth > 0 else {
      return .moving(time: isReversed ? duration - time : time, rate: isReversed ? -1 : 1)
    }
    let (layer, depth) = (layers[depth - 1], depth - 1)
    let inner = layer.inner
    switch layer.modifier {
    case .delay(let wait) where time < wait:
      return .holding(
        atTarget: isReversed && inner.endsAtTarget, until: wait.saturatingSum(inner.initialDelay))
    case .delay(let wait): return phase(depth, time - wait, isReversed: isReversed).delayed(by: wait)
    case .speed(let rate):
      return phase(depth, Int64(clamping: rate.scaled(Int128(time))), isReversed: isReversed).scaled(by: rate)
    case .repetitions(let count, let autoreverses):
      guard let length = inner.duration else { return phase(depth, time, isReversed: isReversed) }
      let (round, offset) = time.quotientAndRemainder(dividingBy: length)
      // Only a finite number of repetitions is traversed backward, so there is a last one.
      let index = isReversed ? (count ?? 1) - 1 - round : round
      let isFlipped = autoreverses && !index.isMultiple(of: 2)
      return phase(depth, offset, isReversed: isReversed != isFlipped).delayed(by: time - offset)
    }
  }

  private func logicalLength(_ depth: Int, _ duration: Int64, isReversed: Bool) -> Int64 {
    guard depth > 0 else { return isReversed ? self.duration : min(duration, self.duration) }
    let (layer, depth) = (layers[depth - 1], depth - 1)
    switch layer.modifier {
    case .delay(let wait): return wait.saturatingSum(logicalLength(depth, duration, isReversed: isReversed))
    case .speed(let rate): return rate.unscaled(logicalLength(depth, duration, isReversed: isReversed))
    case .repetitions(let count, let autoreverses):
      let last = (count ?? 1) - 1
      let isFlipped = isReversed || autoreverses && !last.isMultiple(of: 2)
      return (layer.inner.duration ?? 0).saturatingProduct(last).saturatingSum(
        logicalLength(depth, duration, isReversed: isFlipped))
    }
  }
}

extension Timeline.Extent {
  fileprivate func wrapped(in modifier: Animation.Modifier) -> Timeline.Extent {
    var extent = self
    switch modifier {
    case .delay(let wait):
      extent.duration = duration.map(wait.saturatingSum)
      extent.initialDelay = wait.saturatingSum(initialDelay)
    case .speed(let rate):
      extent.duration = duration.map { rate.unscaled($0) }
      extent.initialDelay = rate.unscaled(initialDelay)
    case .repetitions(let count, let autoreverses):
      guard let duration else { return self }
      // An infinite repetition of an animation without duration ends immediately.
      extent.duration = duration == 0 ? 0 : count.map(duration.saturatingProduct)
      if autoreverses, let count, count.isMultiple(of: 2) { extent.endsAtTarget = false }
    }
    return extent
  }
}

extension Timeline.Phase {
  fileprivate func delayed(by wait: Int64) -> Timeline.Phase {
    guard case .holding(let atTarget, let until) = self else { return self }
    return .holding(atTarget: atTarget, until: until.saturatingSum(wait))
  }

  fileprivate func scaled(by speed: ClockRate) -> Timeline.Phase {
    switch self {
    case .holding(let atTarget, let until): .holding(atTarget: atTarget, until: speed.unscaled(until))
    case .moving(let time, let rate): .moving(time: time, rate: rate * speed.value)
    }
  }
}

extension ClockRate {
  fileprivate func unscaled(_ time: Int64) -> Int64 { Int64(clamping: unscaled(Int128(time))) }
}
