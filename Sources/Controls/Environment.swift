public import Motion
public import Scene

/// What controls take from their surroundings.
public struct Environment {
  public var theme: Theme
  /// Tells how large text is.
  public var text: any TextMeasuring
  /// Device pixels to one logical pixel; positive.
  public var scale: Double
  /// Whether the person asked for less motion: then things are at once where they would go, unless
  /// their animation says otherwise.
  public var reducesMotion: Bool
  /// Whether keys go to this window; in another, nothing looks as if it had the focus.
  public var isWindowFocused: Bool

  public init(
    theme: Theme = .light, text: any TextMeasuring, scale: Double = 1,
    reducesMotion: Bool = false, isWindowFocused: Bool = true
  ) {
    precondition(scale > 0, "scale must be positive, is \(scale)")
    self.theme = theme
    self.text = text
    self.scale = scale
    self.reducesMotion = reducesMotion
    self.isWindowFocused = isWindowFocused
  }

  /// Half a device pixel, in logical pixels: the least difference in place that can be seen.
  public var placeThreshold: Double { 0.5 / scale }

  /// An animation as the person wants it: itself, or what its policy for reduced motion makes of
  /// it; `nil` for at once.
  public func motion(_ animation: Animation) -> Animation? {
    reducesMotion ? animation.reduced : animation
  }

  /// A length rounded to whole device pixels, in logical pixels.
  public func snapped(_ length: Double) -> Double { (length * scale).rounded() / scale }

  /// The least length of whole device pixels that is no shorter, in logical pixels.
  public func snappedUp(_ length: Double) -> Double { (length * scale).rounded(.up) / scale }
}
