import Controls
import Motion
import Scene

extension Theme {
  /// The style of the password form. Lengths are in logical pixels.
  enum PasswordForm {
    static let titleGap = 4.0
    static let captionGap = 14.0
    /// The spacing between a field and the lines below it.
    static let fieldGap = 8.0
    static let lineHeight = 20.0
    /// The spacing between these lines and the next element.
    static let lineGap = 10.0
    /// The maximum line counts of texts from policy files and the system. The middle of longer
    /// texts is elided.
    static let maximumLineCount = (ofCaption: 8, ofRequirement: 5, ofMessage: 8)
    /// The status icon before a line: the side of its box, its stroke width and its distance to the
    /// text.
    static let statusIcon = (size: 10.0, stroke: 1.8, gap: 8.0)
    /// The label that repeats the meaning of the status icon, and its distance to the longest line.
    static func statusLabel(in environment: Environment) -> TextStyle {
      let caption = environment.theme.fonts.caption
      return TextStyle(family: caption.family, size: caption.size - 1.5)
    }
    static let statusLabelGap = 10.0
    /// The spacing between Submit and the message next to it.
    static let messageGap = 16.0

    /// The spacing between Submit and the generator row, after the label of the row, and between
    /// its buttons.
    static let generatorGap = 10.0
    static let generatorSpacing = (label: 10.0, buttons: 8.0)

    /// The strength meter: next to the requirement lines if it fits, otherwise below them. Its
    /// height is enough for the bar, two lines of description and three lines of advice.
    static let strength = (
      minimumWidth: 136.0, gap: 20.0, height: 100.0, barTop: 8.0, barHeight: 4.0, textGap: 6.0,
      trackOpacity: 0.22, spring: Spring(response: 0.3, dampingFraction: 1), threshold: 1.0 / 1024,
      fadeDelay: Duration.milliseconds(400), fade: Duration.milliseconds(150), staleOpacity: 0.35
    )

    /// The duration of one turn of the spinner that runs while a password is saved.
    static let spinnerTurn = Duration.milliseconds(960)
    static let spinner = (dots: 8, dotRadius: 1.4, minimumOpacity: 0.15)
  }

  /// The style of a passphrase entry. Lengths are in logical pixels.
  enum PassphraseEntry {
    static let gap = 10.0
    /// The shake after a refused passphrase: a spring that starts with this speed, in logical pixels per second,
    /// and moves by 9 pixels at most.
    static let shake = (spring: Spring(response: 0.14, dampingFraction: 0.16), speed: 500.0)
    static let maximumLineCount = (ofMessage: 8, ofHint: 8)
    static let qualityHeight = 54.0
  }

  /// The style of a password field. Lengths are in logical pixels.
  enum PasswordField {
    static let height = 50.0
    static let leadingPadding = 14.0
    /// The distance between the top of the field and the line of text.
    static let textTop = 23.0
    /// The scale and the top of the label while the field has text or the focus.
    static let raisedLabel = (scale: 0.77, top: 7.0)
    static let labelSpring = Spring(response: 0.25, dampingFraction: 1)
    static let labelThreshold = 1.0 / 512

    /// The keyboard status: text as large as the raised label, the icon before it, and the distance
    /// to the label and between items.
    static func statusText(in environment: Environment) -> TextStyle {
      let caption = environment.theme.fonts.caption
      return TextStyle(family: caption.family, size: caption.size - 1.5, weight: .medium)
    }
    static let statusIcon = (size: 11.0, stroke: 1.25, gap: 5.0)
    static let statusGap = 16.0
    static let statusFade = Duration.milliseconds(150)
    /// The minimum width for the elided name of a layout. Below this, the name is omitted.
    static let minimumStatusWidth = 36.0

    static let bulletRadius = 3.5
    /// The distance between the centers of adjacent bullets.
    static let bulletPitch = 11.0
    /// The gap between groups of characters.
    static let groupGap = 7.0

    /// The reveal button at the trailing side: its width, icon size and stroke width.
    static let revealButton = (width: 46.0, icon: Size(width: 22, height: 14), stroke: 1.6)
    /// The background of the reveal button, inside the focus ring: its inset and corner radius.
    static let revealButtonBody = (inset: 10.0, cornerRadius: 6.0)
    /// The opacity of the accent color in that background.
    static let revealButtonTint = (hovered: 0.08, pressed: 0.18)
  }
}
