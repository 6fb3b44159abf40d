/// Delays, speeds and repetitions as a map from the time since the start to the time on the
/// animation's curve, in whole nanoseconds.
///
/// Each modifier is a layer around those before it. A time goes from the outermost inward and says
/// on its way whether it is run through forward or backward; what it finds comes back outward.
@usableFromInline
struct Timeline: Sendable {
  /// What is to be known of the inside of a layer.
  struct Span: Equatable, Sendable {
    /// In nanoseconds; `nil` for ever.
    var length: Int64?
    /// For how long nothing moves at its beginning.
    var lead: Int64
    /// Whether it leaves the value at its target, not where it came from.
    var endsAtTarget: Bool
  }

  private struct Layer: Sendable {
    let modifier: Animation.Modifier
    let inside: Span
  }

  /// A place in time on the curve.
  enum Phase: Equatable {
    /// Nothing moves until `until`, in nanoseconds since the start; the value stands at one end.
    case holding(atTarget: Bool, until: Int64)
    /// The curve is followed, at `time` nanoseconds since its beginning; `rate` is how fast that
    /// time runs, negative where it runs backward.
    case moving(time: Int64, rate: Double)
  }

  /// From the innermost to the outermost.
  private let layers: [Layer]
  /// On the curve, in nanoseconds.
  private let duration: Int64
  /// All of it.
  let span: Span

  /// - Parameter duration: How long the curve takes, in nanoseconds, from 0.
  init(_ modifiers: [Animation.Modifier], duration: Int64) {
    var span = Span(length: duration, lead: 0, endsAtTarget: true)
    layers = modifiers.map { modifier in
      defer { span = span.wrapped(in: modifier) }
      return Layer(modifier: modifier, inside: span)
    }
    self.duration = duration
    self.span = span
  }

  /// Where on the curve things are.
  ///
  /// - Parameter elapsed: Nanoseconds since the start, less than the span's length.
  func phase(after elapsed: Int64) -> Phase {
    guard elapsed >= 0 else { return .holding(atTarget: false, until: span.lead) }
    return phase(layers.count, elapsed, isReversed: false)
  }

  /// When it is complete as far as a person can tell, in nanoseconds since the start; `nil` for
  /// never.
  ///
  /// - Parameter logicalDuration: Of the curve.
  func logicalLength(_ logicalDuration: Int64) -> Int64? {
    span.length == nil ? nil : logicalLength(layers.count, logicalDuration, isReversed: false)
  }

  /// - Parameter depth: How many layers there are still to go through.
  private func phase(_ depth: Int, _ time: Int64, isReversed: Bool) -> Phase {
    guard depth > 0 else {
      return .moving(time: isReversed ? duration - time : time, rate: isReversed ? -1 : 1)
    }
    let (layer, depth) = (layers[depth - 1], depth - 1)
    let inside = layer.inside
    switch layer.modifier {
    case .delay(let wait) where time < wait:
      return .holding(
        atTarget: isReversed && inside.endsAtTarget, until: wait.saturatingSum(inside.lead))
    case .delay(let wait):
      return phase(depth, time - wait, isReversed: isReversed).delayed(by: wait)
    case .speed(let rate):
      return phase(depth, Int64(clamping: rate.scaled(Int128(time))), isReversed: isReversed)
        .sped(by: rate)
    case .rounds(let count, let autoreverses):
      guard let length = inside.length else { return phase(depth, time, isReversed: isReversed) }
      let (round, rest) = time.quotientAndRemainder(dividingBy: length)
      // Where there is a way back there is a last round.
      let index = isReversed ? (count ?? 1) - 1 - round : round
      let isTurned = autoreverses && !index.isMultiple(of: 2)
      return phase(depth, rest, isReversed: isReversed != isTurned).delayed(by: time - rest)
    }
  }

  private func logicalLength(_ depth: Int, _ duration: Int64, isReversed: Bool) -> Int64 {
    guard depth > 0 else { return isReversed ? self.duration : min(duration, self.duration) }
    let (layer, depth) = (layers[depth - 1], depth - 1)
    switch layer.modifier {
    case .delay(let wait):
      return wait.saturatingSum(logicalLength(depth, duration, isReversed: isReversed))
    case .speed(let rate):
      let length = logicalLength(depth, duration, isReversed: isReversed)
      return rate.time(scalingTo: length)
    case .rounds(let count, let autoreverses):
      let last = (count ?? 1) - 1
      let isTurned = isReversed || autoreverses && !last.isMultiple(of: 2)
      return (layer.inside.length ?? 0).saturatingProduct(last)
        .saturatingSum(logicalLength(depth, duration, isReversed: isTurned))
    }
  }
}

extension Timeline.Span {
  fileprivate func wrapped(in modifier: Animation.Modifier) -> Timeline.Span {
    var span = self
    switch modifier {
    case .delay(let wait):
      span.length = length.map(wait.saturatingSum)
      span.lead = wait.saturatingSum(lead)
    case .speed(let rate):
      span.length = length.map { rate.time(scalingTo: $0) }
      span.lead = rate.time(scalingTo: lead)
    case .rounds(let count, let autoreverses):
      guard let length else { return self }
      // What repeats for ever at no length at all is over at once.
      span.length = length == 0 ? 0 : count.map(length.saturatingProduct)
      if autoreverses, let count, count.isMultiple(of: 2) { span.endsAtTarget = false }
    }
    return span
  }
}

extension Timeline.Phase {
  fileprivate func delayed(by wait: Int64) -> Timeline.Phase {
    guard case .holding(let atTarget, let until) = self else { return self }
    return .holding(atTarget: atTarget, until: until.saturatingSum(wait))
  }

  fileprivate func sped(by speed: Rate) -> Timeline.Phase {
    switch self {
    case .holding(let atTarget, let until):
      .holding(atTarget: atTarget, until: speed.time(scalingTo: until))
    case .moving(let time, let rate): .moving(time: time, rate: rate * speed.value)
    }
  }
}

extension Rate {
  fileprivate func time(scalingTo time: Int64) -> Int64 {
    Int64(clamping: timeScaling(to: Int128(time)))
  }
}
