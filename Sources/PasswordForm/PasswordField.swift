public import Controls
import Gestures
public import Motion
public import Scene
public import Secrets
import Synchronization

/// A single-line field for secret text with a button that shows and hides the text.
///
/// While masked, it draws one bullet for each grapheme, so that the screen does not reveal
/// characters or words. Caret movement never stops at word boundaries.
public struct PasswordField: ~Copyable, ColumnControl, SecretControl {
  /// The actions of the field that its owner performs.
  public enum Action: Hashable, Sendable {
    /// The text has changed.
    case edited
    /// The user pressed Enter in the text.
    case entered
    /// Typed or pasted text was rejected.
    case rejected(SecureText.Rejection)
    /// The user tried to edit the field while it is not editable.
    case notEditable
    /// Text to paste was requested.
    case pasteRequested
    /// No text arrived, for this reason.
    case pasteFailed(String)
  }

  /// The focus stops in Tab order.
  enum FocusStop: Int { case text, reveal }

  public let label: String
  /// Whether the text is a secret. If `false`, it is always readable, and there is no reveal button.
  public let isSecret: Bool
  /// The number of characters in each group of a revealed text, which a gap separates from the next one. `nil`
  /// without groups. A number below 1 becomes `nil`.
  public var groupSize: Int? { didSet { groupSize = groupSize.flatMap { $0 > 0 ? $0 : nil } } }
  /// The identifier of the text in display lists.
  public let handle = SecretHandle()
  public private(set) var environment: Environment
  private(set) var labelLine: LabelLine

  /// The label in an empty field, or above its text.
  struct LabelLine {
    /// The label, of which the middle is elided if it is wider than the field.
    var text: String
    /// The metrics of the full-size label; a line of text has the same height. Cached, because each
    /// rendered frame uses them several times.
    var metrics: TextMetrics
    /// The position: 0 centered in an empty field, 1 above the text.
    var rise = Animated(0.0, threshold: 1.0 / 512)
  }

  /// The text of the field.
  public internal(set) var text = SecureText()
  /// The caret and the selection, in graphemes.
  public package(set) var selection = TextSelection(caret: 0)
  /// Whether the text is readable on the screen.
  public internal(set) var isRevealed = false { didSet { revealButton.showsSlash = isRevealed } }
  /// The time without user input after which revealed text is hidden. If `nil`, it stays revealed
  /// while the window is visible and has the keyboard focus.
  public var revealTimeout: Duration? = .seconds(30)
  /// The time at which the revealed text is hidden, or `nil` if none is scheduled.
  var hidingTime: Instant?
  /// Whether the user can edit the text.
  public var isEditable = true

  public private(set) var frame = Rect.zero
  var line = SecretLineMetrics()
  var blink = CaretBlink()
  var revealButton: RevealButton
  var statusLine = KeyboardStatusLine()
  var focusedStop: FocusStop?
  /// The recognizer of presses on the text. A drag selects text.
  var recognizer: PressRecognizer
  /// The paste requests that have not been answered, oldest first, with the text that they replace.
  var pendingPastes: [(number: Int, destination: Range<Int>)] = []
  /// The number of paste requests of all fields so far. A group routes the replies by these numbers.
  static let pasteCount = Atomic(0)

  /// Creates an empty field, which is masked if its text is a secret.
  public init(_ label: String, isSecret: Bool = true, in environment: Environment) {
    (self.label, self.isSecret, self.environment) = (label, isSecret, environment)
    isRevealed = !isSecret
    labelLine = LabelLine(text: label, metrics: Self.metrics(of: label, in: environment))
    revealButton = RevealButton(in: environment)
    recognizer = PressRecognizer(PressRecognizer.Rules(drag: .afterDistance(0), in: environment))
  }

  /// Returns `false`: the form decides.
  public var wantsKeyboardGrab: Bool { false }

  public func withGrapheme(at index: Int, of handle: SecretHandle, _ body: (Span<UInt8>) -> Void) {
    if handle == self.handle { text.withGrapheme(at: index, body) }
  }

  /// Wipes the text and masks later input.
  public mutating func wipe(at now: Instant) {
    text.removeAll()
    pendingPastes.removeAll()
    selection = TextSelection(caret: 0)
    (line.scroll, isRevealed, hidingTime) = (0, !isSecret, nil)
    layOutText()
    didChangeText(at: now)
  }

  public mutating func update(_ environment: Environment, at now: Instant) {
    self.environment = environment
    revealButton.update(environment, at: now)
    recognizer.rules = PressRecognizer.Rules(drag: .afterDistance(0), in: environment)
    layOut(at: frame.origin, width: frame.width, at: now)
  }

  public mutating func layOut(at origin: Point, width: Double, at now: Instant) {
    labelLine.metrics = Self.metrics(of: label, in: environment)
    frame = Rect(origin: origin, size: Size(width: width, height: environment.snapped(height)))
    fitLabel()
    revealButton.height = frame.height
    revealButton.layOut(at: buttonFrame.origin, width: buttonFrame.width, at: now)
    placeStatusLine()
    layOutText()
  }

  /// Elides the label to the width of the field.
  private mutating func fitLabel() {
    labelLine.text = label
    guard labelLine.metrics.advance > contentFrame.width else { return }
    labelLine.text = DisplaySanitizer.elided(
      label, toFit: contentFrame.width, style: theme.fonts.body, measuring: environment.text)
    labelLine.metrics = Self.metrics(of: labelLine.text, in: environment)
  }

  public mutating func advance(to now: Instant) -> Response<Action> {
    guard let hidingTime, hidingTime <= now else { return .ignored }
    hide(at: now)
    return Response(outcomes: visibilityAnnouncement.map { .effect($0) })
  }

  public func nextChange(after now: Instant) -> Instant? {
    .earliest(
      showsCaret ? blink.nextChange(after: now) : nil, labelLine.rise.nextChange(after: now),
      .earliest(statusLine.nextChange(after: now), hidingTime))
  }

  var showsCaret: Bool { showsFocus && selection.isCaret }

  /// Whether the text has the keyboard focus in a focused window.
  var showsFocus: Bool { focusedStop == .text && environment.isWindowFocused }

  /// Updates the status line: the keyboard status if the text has the focus, and a note if the text
  /// depends on the keyboard layout.
  mutating func updateKeyboardStatus(at now: Instant) {
    let (isASCII, isPasting) = (text.isASCII, !pendingPastes.isEmpty)
    statusLine.show(
      showsKeyboard: showsFocus, hasNonASCII: !isASCII, isPasting: isPasting, at: now, environment)
    placeStatusLine()
  }

  /// Updates the label and the keyboard status after a change of the text.
  mutating func didChangeText(at now: Instant) {
    raiseLabel(at: now)
    updateKeyboardStatus(at: now)
  }

  mutating func raiseLabel(at now: Instant) {
    let target = focusedStop == .text || !text.isEmpty ? 1.0 : 0.0
    guard labelLine.rise.target != target else { return }
    let spring = theme.passwordField.labelSpring
    labelLine.rise.animate(to: target, at: now, with: environment.motion(.spring(spring)))
  }
}

// Focus.
extension PasswordField {
  public var focusStopCount: Int { isSecret ? 2 : 1 }

  public mutating func focus(_ stop: Int?, at now: Instant) {
    focusedStop = stop.flatMap(FocusStop.init)
    if stop == nil { recognizer.cancel() }
    revealButton.focus(focusedStop == .reveal ? 0 : nil, at: now)
    if focusedStop == .text { blink.restart(at: now, in: environment) }
    raiseLabel(at: now)
    updateKeyboardStatus(at: now)
  }

  /// Returns the focus stop at a point. The reveal button has none: it must not interrupt typing.
  public func focusStop(under point: Point, at now: Instant) -> Int? {
    frame.contains(point) && !buttonFrame.contains(point) ? FocusStop.text.rawValue : nil
  }

  public func frame(ofFocusStop stop: Int, at now: Instant) -> Rect { frame }
}

// Revealing and hiding the text. Revealed text is hidden after `revealTimeout`.
extension PasswordField {
  /// Reveals or hides the text without a change of caret, selection and focus.
  mutating func toggleReveal(at now: Instant) { if isRevealed { hide(at: now) } else { reveal(at: now) } }

  /// Reveals the text.
  mutating func reveal(at now: Instant) {
    guard isSecret, !isRevealed else { return extendRevealTimeout(at: now) }
    isRevealed = true
    extendRevealTimeout(at: now)
    didMoveCaret(at: now)
  }

  /// Replaces the text and reveals the new one.
  ///
  /// - Parameter caretAtEnd: Whether a text longer than the field shows its end instead of its
  ///   start.
  mutating func replaceText(with newText: borrowing SecureText, caretAtEnd: Bool, at now: Instant) {
    text.replaceAll(with: newText)
    pendingPastes.removeAll()
    selection = TextSelection(caret: caretAtEnd ? elementCount : 0)
    line.scroll = 0
    didChangeText(at: now)
    reveal(at: now)
    didMoveCaret(at: now)
  }

  /// Hides the text if it is a secret.
  mutating func hide(at now: Instant) {
    guard isSecret else { return }
    (isRevealed, hidingTime) = (false, nil)
    didMoveCaret(at: now)
  }

  /// Restarts the reveal timeout if the text is revealed.
  mutating func extendRevealTimeout(at now: Instant) {
    hidingTime = isRevealed && isSecret ? revealTimeout.map { now + $0 } : nil
  }
}
