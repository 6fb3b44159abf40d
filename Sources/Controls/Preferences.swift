public import Gestures

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
