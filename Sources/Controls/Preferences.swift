/// How a person wants controls to respond, beyond their looks; what nobody has said is the theme's.
public struct Preferences: Hashable, Sendable {
  /// From one appearance of the caret to the next; `nil` for one that does not blink.
  ///
  /// Fading takes its usual time, and half of the period for both ways at most. Less than
  /// `Theme.Caret.periods` has counts as that, and more as that too.
  public var caretBlinkPeriod: Duration? = Theme.Caret.period
  /// How long the caret blinks without input; then it stays shown.
  public var caretBlinkTimeout = Theme.Caret.blinkTimeout
  /// A second press that comes so soon after the first makes a double click.
  public var doubleClickTime = Theme.Slider.doubleClick.within
  /// How far a press may move before it is no tap any more, in logical pixels, for those whose hand
  /// needs more than what a control allows anyway.
  public var dragThreshold = 0.0

  /// What is so where nobody has said anything.
  public init() {}
}
