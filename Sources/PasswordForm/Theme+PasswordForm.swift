import Controls
import Motion
import Scene

extension Theme {
  /// The password form's look; lengths are logical pixels.
  enum PasswordForm {
    static let titleGap = 4.0
    static let captionGap = 14.0
    /// From a field to the lines under it, and between the lines and what follows.
    static let fieldGap = 8.0
    static let lineHeight = 20.0
    static let lineGap = 10.0
    /// Of texts from a policy's file and of the system's: of what is longer the middle is left out.
    static let mostLines = (ofCaption: 8, ofDemand: 5, ofMessage: 8)
    /// The box of a line's mark, its stroke, and how far the words are from it.
    static let mark = (size: 10.0, stroke: 1.8, gap: 8.0)
    /// The word that says the same as the mark, and how far it keeps from the longest line.
    static let word = TextStyle(family: Theme.Fonts.family, size: 11.5)
    static let wordGap = 10.0
    /// From Submit to the message beside it.
    static let messageGap = 16.0

    /// From Submit to the row below it, and in that from its label to the first button, and from one to
    /// the next.
    static let generatorGap = 10.0
    static let generatorSpacing = (label: 10.0, buttons: 8.0)

    /// A button that is not to draw the eye.
    enum SmallButton {
      static let height = 22.0
      /// At the leading and trailing side, where it is round.
      static let padding = 11.0
      static let outline = 1.0
      /// Of the text's colour.
      static let hoveredOpacity = 0.06
      static let pressedOpacity = 0.14
    }

    /// What tells how strong the password is: beside the lines of the rules, where there is room for
    /// it, else under them. Its height is that of the bar with two lines of words and three of advice.
    static let strength = (
      leastWidth: 136.0, gap: 20.0, height: 100.0, barTop: 8.0, barHeight: 4.0, wordsGap: 6.0,
      trackOpacity: 0.22, spring: Spring(response: 0.3, dampingFraction: 1),
      threshold: 1.0 / 1024, fadeDelay: Duration.milliseconds(200),
      fade: Duration.milliseconds(150), doubtfulOpacity: 0.35
    )

    /// One turn of the indicator that runs while a password is saved.
    static let spinnerTurn = Duration.milliseconds(960)
    static let spinner = (dots: 8, dotRadius: 1.4, faintest: 0.15)
  }

  /// A password field's look.
  enum PasswordField {
    static let height = 50.0
    static let leadingPadding = 14.0
    /// From the field's top to the line of typed text.
    static let textTop = 23.0
    /// The label's size and top while something is typed or about to be.
    static let raisedLabel = (scale: 0.77, top: 7.0)
    static let labelSpring = Spring(response: 0.25, dampingFraction: 1)
    static let labelThreshold = 1.0 / 512

    /// What is said of the keyboard, as large as the raised label; the sign before it, and how far it
    /// keeps from the label and from what else is said.
    static let notice = TextStyle(family: Theme.Fonts.family, size: 11.5, weight: .medium)
    static let noticeSign = (size: 11.0, stroke: 1.25, gap: 5.0)
    static let noticeGap = 16.0
    static let noticeFade = Duration.milliseconds(150)
    /// Where there is less room for a layout's name, it is left out.
    static let leastNoticeWidth = 36.0

    static let bulletRadius = 3.5
    /// From one bullet's middle to the next.
    static let bulletPitch = 11.0

    /// The eye button at the trailing side: its width, its icon and its icon's stroke.
    static let eye = (width: 46.0, icon: Size(width: 22, height: 14), stroke: 1.6)
    /// Behind the eye, and within the ring of the focus: how far from the button's sides.
    static let eyeBody = (inset: 10.0, cornerRadius: 6.0)
    /// Of the theme's accent, behind the eye.
    static let eyeTint = (hovered: 0.08, pressed: 0.18)
  }
}
