public import Controls
public import Motion
public import Scene
public import Secrets

/// A line of secret text with a button, an eye, that shows and hides it.
///
/// Masked, it draws one bullet for each grapheme, so nothing on the screen tells characters or
/// words apart; the caret knows no words in it either way.
public struct PasswordField: ~Copyable, Control {
  /// What the field asks its owner to do.
  public enum Action: Hashable, Sendable {
    /// The text has changed.
    case edited
    /// Enter was pressed in the text.
    case entered
    /// Text that was typed or pasted was not taken.
    case refused(SecureText.Refusal)
    /// A person has tried to edit it while it is not editable.
    case notEditable
    /// Text is to be asked for as a secret, and handed over when it comes.
    case paste(Pasteboard)
    /// Offer what `takeCopied()` returns to other programs.
    case copied
  }

  /// The places Tab stops at, in this order.
  enum Stop: Int {
    case text, eye
  }

  public let label: String
  /// Names the text in display lists.
  public let handle: SecretHandle
  public var environment: Environment {
    didSet {
      eye.environment = environment
      placeKeyboardLine()
      labelMetrics = Self.metrics(of: label, in: environment)
      layOutText()
    }
  }
  /// Of the label in full size; a line of text is as high. Kept, since each frame needs it a few
  /// times.
  private(set) var labelMetrics: TextMetrics

  /// What was typed.
  public internal(set) var text = SecureText()
  /// The caret and what is selected, by graphemes.
  public package(set) var selection = TextSelection(caret: 0)
  /// Whether the text can be read on the screen.
  public internal(set) var isRevealed = false { didSet { eye.isStruck = isRevealed } }
  /// How long revealed text stays so while nothing is done with it; `nil` for as long as the window
  /// has the keyboard's focus and can be seen.
  public var revealTime: Duration? = .seconds(30)
  /// When it is hidden again.
  var hidingTime: Instant?
  /// Whether it can be edited.
  public var isEditable = true

  var frame = Rect.zero
  /// How far the text is moved out at the leading side, so that the caret is in sight.
  var scroll = 0.0
  var line = SecretLine()
  var blink = CaretBlink()
  /// 0 in the middle of an empty field, 1 above the text.
  var labelRise: Animated<Double>
  var eye: EyeButton
  var keyboardLine = KeyboardLine()
  var keyboard = KeyboardStatus()
  var focusedStop: Stop?
  var isSelecting = false
  var clicks = ClickCounter()
  /// What was copied and not yet taken.
  var copied: SecureText?

  /// Creates an empty, masked field.
  public init(_ label: String, handle: SecretHandle, in environment: Environment) {
    self.label = label
    self.handle = handle
    self.environment = environment
    labelMetrics = Self.metrics(of: label, in: environment)
    labelRise = Animated(0, threshold: Theme.PasswordField.labelThreshold)
    eye = EyeButton(in: environment)
  }

  /// Wipes the text and hides what comes next.
  public mutating func wipe(at now: Instant) {
    text.removeAll()
    copied = nil
    selection = TextSelection(caret: 0)
    (scroll, isRevealed, hidingTime) = (0, false, nil)
    layOutText()
    textChanged(at: now)
  }

  public mutating func place(in frame: Rect) {
    guard frame != self.frame else { return }
    self.frame = frame
    eye.place(in: eyeFrame)
    placeKeyboardLine()
    layOutText()
  }

  public mutating func advance(to now: Instant) -> [Action] {
    hideInTime(at: now)
    return []
  }

  public func nextChange(after now: Instant) -> Instant? {
    .earliest(
      showsCaret ? blink.nextChange(after: now) : nil, labelRise.nextChange(after: now),
      .earliest(keyboardLine.nextChange(after: now), hidingTime))
  }

  var showsCaret: Bool { showsFocus && selection.isCaret }

  /// Whether the text has the keyboard focus, in a window that has it.
  var showsFocus: Bool { focusedStop == .text && environment.isWindowFocused }

  /// Says how the keyboard stands, where the next key would type what nobody sees, and that others may
  /// not type this text.
  ///
  /// - Returns: Whether the field says something else for it.
  @discardableResult
  mutating func tellOfKeyboard(at now: Instant) -> Bool {
    let isNews = keyboardLine.show(
      showsFocus ? keyboard : nil, hasForeignCharacters: !text.isASCII, at: now, environment)
    if isNews { placeKeyboardLine() }
    return isNews
  }

  /// Tells what depends on what the text is.
  mutating func textChanged(at now: Instant) {
    raiseLabel(at: now)
    tellOfKeyboard(at: now)
  }

  mutating func raiseLabel(at now: Instant) {
    let target = focusedStop == .text || !text.isEmpty ? 1.0 : 0.0
    guard labelRise.target != target else { return }
    labelRise.animate(
      to: target, at: now, with: environment.motion(.spring(Theme.PasswordField.labelSpring)))
  }
}

// Focus.
extension PasswordField {
  public var focusStopCount: Int { 2 }

  public mutating func focus(_ stop: Int?, at now: Instant) {
    focusedStop = stop.flatMap(Stop.init)
    if stop == nil { isSelecting = false }
    eye.focus(focusedStop == .eye ? 0 : nil, at: now)
    if focusedStop == .text { blink.restart(at: now, in: environment) }
    raiseLabel(at: now)
    tellOfKeyboard(at: now)
  }

  /// The eye leaves the focus where it is: showing the text must not end typing it.
  public func focusStop(under point: Point, at now: Instant) -> Int? {
    frame.contains(point) && !eyeFrame.contains(point) ? Stop.text.rawValue : nil
  }

  public func frame(ofFocusStop stop: Int, at now: Instant) -> Rect { frame }
}
