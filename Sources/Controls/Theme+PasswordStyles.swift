public import Motion
public import Scene

extension Theme {
  /// The style of a password field. The field is higher if its fonts need that.
  public struct PasswordFieldStyle: Hashable, Sendable {
    /// The minimum height.
    public var height = 50.0
    /// The padding before the text and, without a reveal button, after it.
    public var padding = 14.0
    /// The minimum distance from the top of the field to the line of text.
    public var textTop = 23.0
    /// The scale of the label while the field has text or the focus.
    public var raisedLabelScale = 0.77
    /// The distance from the top of the field to the label while the field has text or the focus.
    public var raisedLabelTop = 7.0
    /// The spring of the label.
    public var labelSpring = Spring(response: 0.25, dampingFraction: 1)
    /// The width and height of the icons of the keyboard status.
    public var statusIconSize = 11.0
    /// The line width of these icons.
    public var statusIconStroke = 1.25
    /// The distance from these icons to their texts.
    public var statusIconGap = 5.0
    /// The distance from the label to the keyboard status, and between the items of the status.
    public var statusGap = 16.0
    /// The duration of the appearance of an item of the keyboard status.
    public var statusFade = Duration.milliseconds(150)
    /// The time after which a field shows that it waits for text to paste.
    public var statusDelay = Duration.milliseconds(300)
    /// The minimum width for the elided name of a keyboard layout. Below this, the name is omitted.
    public var minimumStatusWidth = 36.0
    /// The radius of a bullet.
    public var bulletRadius = 3.5
    /// The distance between the centers of adjacent bullets.
    public var bulletPitch = 11.0
    /// The gap between groups of revealed characters.
    public var groupGap = 7.0
    /// The width of the reveal button at the trailing side.
    public var revealWidth = 46.0
    /// The size of the icon of the reveal button.
    public var revealIconSize = Size(width: 22, height: 14)
    /// The line width of the icon of the reveal button.
    public var revealStroke = 1.6
    /// The distance from the background of the reveal button to the edges of the button.
    public var revealInset = 10.0
    /// The corner radius of the background of the reveal button.
    public var revealCornerRadius = 6.0
    /// The opacity of the accent in the background of the hovered reveal button.
    public var revealHoveredOpacity = 0.08
    /// The opacity of the accent in the background of the pressed reveal button.
    public var revealPressedOpacity = 0.18
  }

  /// The style of a password form and of the entry of a passphrase. Heights are larger if the fonts need that.
  public struct PasswordFormStyle: Hashable, Sendable {
    /// The spacing between the title and the caption.
    public var titleGap = 4.0
    /// The spacing between the caption and the first field.
    public var captionGap = 14.0
    /// The spacing between a field and the lines below it.
    public var fieldGap = 8.0
    /// The minimum height of a line of status.
    public var lineHeight = 20.0
    /// The spacing between these lines and the next element.
    public var lineGap = 10.0
    /// The width and height of the status icon before a line.
    public var statusIconSize = 10.0
    /// The line width of a status icon.
    public var statusIconStroke = 1.8
    /// The distance from a status icon to the text after it.
    public var statusIconGap = 8.0
    /// The distance from the longest line to the labels that repeat the meaning of the status icons.
    public var statusLabelGap = 10.0
    /// The spacing between Submit and the message next to it.
    public var messageGap = 16.0
    /// The spacing above the row of buttons that generate passwords.
    public var generatorGap = 10.0
    /// The spacing between the label of this row and its buttons.
    public var generatorLabelGap = 10.0
    /// The spacing between the buttons of this row.
    public var generatorButtonGap = 8.0
    /// The spacing between the elements of the entry of a passphrase.
    public var entryGap = 10.0
    /// The duration of one turn of the spinner that runs while a password is saved.
    public var spinnerTurn = Duration.milliseconds(960)
    /// The radius of the dots of the spinner.
    public var spinnerDotRadius = 1.4
    /// The opacity of the weakest dot of the spinner.
    public var spinnerMinimumOpacity = 0.15
    /// The spring that shakes the field after a refused passphrase.
    public var shakeSpring = Spring(response: 0.14, dampingFraction: 0.16)
    /// The initial speed of this spring, in logical pixels per second.
    public var shakeSpeed = 500.0
    /// The style of the strength meter.
    public var strength = StrengthMeterStyle()
  }

  /// The style of a strength meter.
  public struct StrengthMeterStyle: Hashable, Sendable {
    /// The minimum width of a meter next to the requirements. A meter with less space is below them.
    public var minimumWidth = 136.0
    /// The spacing between the requirements and the meter next to them.
    public var gap = 20.0
    /// The minimum height of a meter with a description and advice.
    public var height = 100.0
    /// The minimum height of a meter in the entry of a passphrase.
    public var entryHeight = 54.0
    /// The distance from the top of the meter to the bar.
    public var barTop = 8.0
    /// The height of the bar.
    public var barHeight = 4.0
    /// The spacing between the bar and the description.
    public var textGap = 6.0
    /// The opacity of the secondary text color behind the bar.
    public var trackOpacity = 0.22
    /// The spring of the bar.
    public var spring = Spring(response: 0.3, dampingFraction: 1)
    /// The time after an edit until the outdated strength begins to fade.
    public var fadeDelay = Duration.milliseconds(400)
    /// The duration of this fading.
    public var fade = Duration.milliseconds(150)
    /// The opacity of an outdated strength.
    public var staleOpacity = 0.35
  }

  /// The style of dialogs. A dialog adopts it when it opens.
  public struct DialogStyle: Hashable, Sendable {
    /// The padding around the content.
    public var padding = 20.0
    /// The spacing between the message, the controls and the buttons.
    public var spacing = 14.0
    /// The spacing between buttons.
    public var buttonSpacing = 10.0
  }
}
