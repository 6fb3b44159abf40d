public import Gestures
public import Motion
public import Scene

/// The settings that controls receive from their owner.
public struct Environment {
  /// The colors, fonts, lengths and durations.
  public var theme: Theme
  /// Measures text.
  public var text: any TextMeasuring
  /// The number of device pixels per logical pixel; positive.
  public var scale: Double
  /// Whether the user prefers reduced motion. If `true`, values change immediately, unless the
  /// animation specifies another behavior for reduced motion.
  public var reducesMotion: Bool
  /// Whether the window has the keyboard focus. If `false`, no control looks focused.
  public var isWindowFocused: Bool
  /// The preferences of the user for the behavior of controls.
  public var preferences: Preferences
  /// The texts of the controls in the language of the user.
  public var strings: any ControlStrings

  /// Creates an environment.
  ///
  /// - Precondition: `scale` is positive and finite.
  public init(
    theme: Theme = .light, text: any TextMeasuring, scale: Double = 1, reducesMotion: Bool = false,
    isWindowFocused: Bool = true, preferences: Preferences = Preferences(),
    strings: any ControlStrings = EnglishStrings.shared
  ) {
    precondition(scale > 0 && scale.isFinite, "scale must be positive and finite, is \(scale)")
    self.theme = theme
    self.text = text
    self.scale = scale
    self.reducesMotion = reducesMotion
    self.isWindowFocused = isWindowFocused
    self.preferences = preferences
    self.strings = strings
  }

  /// Returns whether another environment has the same settings, and the same objects that measure and translate text.
  package func isEqual(to other: Environment) -> Bool {
    theme == other.theme && text === other.text && scale == other.scale
      && reducesMotion == other.reducesMotion && isWindowFocused == other.isWindowFocused
      && preferences == other.preferences && strings === other.strings
  }

  /// The settling threshold of opacities: half of the smallest difference that 8 bits can
  /// represent.
  public static let opacityThreshold = 1.0 / 512

  /// The settling threshold of positions and lengths in logical pixels: half a device pixel. Smaller
  /// differences are invisible.
  package var positionThreshold: Double { 0.5 / scale }

  /// Returns the settling threshold of a value that moves something on the screen: half a device pixel, in the unit of
  /// the value.
  ///
  /// - Parameter travel: The distance in logical pixels by which something moves if the value changes by 1. For a
  ///   fraction, it is the length of its path, and for a position or a length, 1. If it is not positive, it counts as 1.
  public func threshold(overTravel travel: Double) -> Double {
    positionThreshold / (travel > 0 ? travel : 1)
  }

  /// Returns the animation to use: the given one, or its replacement if the user prefers reduced
  /// motion.
  ///
  /// - Returns: `nil` if the value changes immediately.
  public func motion(_ animation: Animation) -> Animation? { reducesMotion ? animation.reduced : animation }

  /// Returns a length rounded to whole device pixels, in logical pixels.
  public func snapped(_ length: Double) -> Double { (length * scale).rounded() / scale }

  /// Returns the nearest point on whole device pixels.
  public func snapped(_ point: Point) -> Point { Point(x: snapped(point.x), y: snapped(point.y)) }

  /// Returns a rectangle with each edge rounded to whole device pixels.
  public func snapped(_ rect: Rect) -> Rect {
    let (left, top) = (snapped(rect.minX), snapped(rect.minY))
    return Rect(x: left, y: top, width: snapped(rect.maxX) - left, height: snapped(rect.maxY) - top)
  }

  /// Returns the size of a line of text with padding around it, rounded to whole device pixels.
  func snappedSize(of metrics: TextMetrics, _ padding: Insets) -> Size {
    Size(
      width: snapped(metrics.advance + padding.leading + padding.trailing),
      height: snapped(metrics.height + padding.top + padding.bottom))
  }

  /// Returns the width of a line, rounded to whole device pixels, at least one. Below scale 2, a
  /// fractional width is returned unchanged, because it is meant to look soft.
  ///
  /// - Parameter width: The width that the theme specifies, in logical pixels.
  public func lineWidth(_ width: Double) -> Double {
    guard width == width.rounded() || scale >= 2 else { return width }
    return max(1, (width * scale).rounded()) / scale
  }

  /// Returns a length rounded up to whole device pixels, in logical pixels.
  public func snappedUp(_ length: Double) -> Double { (length * scale).rounded(.up) / scale }
}

/// The preferences of the user for the behavior of controls.
public struct Preferences: Hashable, Sendable {
  /// The period of a blinking caret. If `nil`, the caret does not blink.
  ///
  /// The value is clamped to 0.1…60 s. Fading in and out together takes at most
  /// half of the period.
  public var caretBlinkPeriod: Duration? = CaretBlink.defaultPeriod
  /// The time without input after which the caret stops blinking and stays visible. The
  /// default is that of `gtk-cursor-blink-timeout` of GTK.
  public var caretBlinkTimeout = Duration.seconds(10)
  /// The maximum time between the two presses of a double click.
  public var doubleClickTime = Duration.milliseconds(400)
  /// The maximum distance in logical pixels between the two presses of a double click.
  public var doubleClickDistance = 4.0
  /// The distance in logical pixels that a press may move and still count as a tap. Each control
  /// uses its own threshold if that is larger.
  public var dragThreshold = 0.0

  /// Creates the default preferences.
  public init() {}
}

extension Environment {
  /// Returns the action of a click for assistive programs.
  ///
  /// - Parameter keys: The keys that perform it, as in `AccessibleAction.shortcut`.
  package func pressAction(_ keys: String = "") -> AccessibleAction {
    AccessibleAction("press", strings.text(.press), shortcut: keys)
  }
}

extension PressRecognizer.Rules {
  /// Creates rules with the double-click time and distance of the user. A control creates them again in
  /// `update(_:at:)`.
  public init(drag: PressRecognizer.DragStart, maximumClicks: Int = 3, in environment: Environment) {
    self.init(drag: drag)
    self.maximumClicks = maximumClicks
    clickInterval = environment.preferences.doubleClickTime
    clickDistance = environment.preferences.doubleClickDistance
  }
}

extension Point: Animatable {
  public var components: SIMD2<Double> { SIMD2(x, y) }

  public init(components: SIMD2<Double>) { self.init(x: components.x, y: components.y) }
}

extension Vector: Animatable {
  public var components: SIMD2<Double> { SIMD2(dx, dy) }

  public init(components: SIMD2<Double>) { self.init(dx: components.x, dy: components.y) }
}

extension Animation {
  /// Returns the animation of a fade, which is the same for users who prefer reduced motion.
  package static func fade(over duration: Duration) -> Animation {
    easeInOut(duration: duration).reducedMotion(.preserve)
  }
}
