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
  /// How the person wants controls to respond.
  public var preferences: Preferences

  public init(
    theme: Theme = .light, text: any TextMeasuring, scale: Double = 1,
    reducesMotion: Bool = false, isWindowFocused: Bool = true,
    preferences: Preferences = Preferences()
  ) {
    precondition(scale > 0, "scale must be positive, is \(scale)")
    self.theme = theme
    self.text = text
    self.scale = scale
    self.reducesMotion = reducesMotion
    self.isWindowFocused = isWindowFocused
    self.preferences = preferences
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

  /// A rectangle with its sides moved to the nearest whole device pixels.
  public func snapped(_ rect: Rect) -> Rect {
    let (left, top) = (snapped(rect.minX), snapped(rect.minY))
    return Rect(
      x: left, y: top, width: snapped(rect.maxX) - left, height: snapped(rect.maxY) - top)
  }

  /// How thick a line is drawn so that it is sharp: whole device pixels, one at least, in logical
  /// pixels. What is soft at scale 1 by its look, as a line of 1½, may be so below scale 2.
  ///
  /// - Parameter width: As the look has it, in logical pixels.
  public func line(_ width: Double) -> Double {
    guard width == width.rounded() || scale >= 2 else { return width }
    return max(1, (width * scale).rounded()) / scale
  }

  /// The least length of whole device pixels that is no shorter, in logical pixels.
  public func snappedUp(_ length: Double) -> Double { (length * scale).rounded(.up) / scale }
}
