public import Controls
public import Motion
public import Scene
public import Windowing

/// The way in which the user answers a dialog.
public enum DialogAnswer: Hashable, Sendable {
  /// The button that accepts what the controls contain, or Enter.
  case accept
  /// A button that agrees without the controls.
  case agree
  /// The button that disagrees.
  case refuse
  /// The button that cancels, or Escape.
  case cancel
  /// The window manager's button or a signal.
  case close
}

/// A button of a dialog.
public struct DialogButton: Hashable, Sendable {
  /// The text on the button, with its access key.
  public var label: AccessKeyLabel
  /// The emphasis of the button.
  public var style: CapsuleButton.Style
  /// The answer that a press of the button gives.
  public var answer: DialogAnswer

  /// Creates a button.
  public init(_ label: AccessKeyLabel, _ answer: DialogAnswer, style: CapsuleButton.Style = .regular) {
    (self.label, self.answer, self.style) = (label, answer, style)
  }
}

/// The content of a dialog: a message, other controls below it, and a row of buttons.
///
/// - Enter and Ctrl+Enter give the answer `accept`, Escape the answer `cancel`, unless a control handles the key.
/// - Tab moves the focus out of a control; Up and Down do not.
/// - Alt with the access key of a button presses it.
/// - If the dialog has an `inputDelay`, the user cannot answer it by mistake: it ignores keys and presses within
///   this time after it has appeared, has got the focus or has ignored others, so also of a user who continues to
///   type.
/// - A repeated key gives no answer, so neither does a key that was already down.
public final class DialogContent<Action>: WindowContent, SecretTextSource {
  /// An action of a part of the dialog.
  private enum Part {
    case answer(DialogAnswer)
    case action(Action)
  }

  /// The controls between the message and the buttons.
  public let controls: ControlGroup<Action>
  /// Whether the dialog grabs the keyboard, in addition to controls that do.
  public var grabsKeyboard = false
  /// The handler of the dialog's appearance.
  public var onAppear: () -> Void = {}
  private let group: ControlGroup<Part>
  /// The controls, and below them the note about ignored keys.
  private let body: ControlGroup<Part>
  private var note: (child: Child<Label>, label: ControlLabel)?
  private let bodyChild: Child<ControlGroup<Part>>
  private let controlsChild: Child<ControlGroup<Action>>
  private let content: ControlContent<Part>
  private let buttons: [DialogButton]
  private let inputDelay: Duration
  /// The time at which the window appeared, got the focus or ignored input last. `nil` before that.
  private var inputStart: Instant?

  /// Creates a dialog.
  ///
  /// - Parameters:
  ///   - message: The text above the controls. `nil` for none.
  ///   - controls: The controls between the message and the buttons. The first one gets the focus.
  ///   - buttons: The buttons from the leading to the trailing edge. Without controls, the primary button gets the
  ///     focus, else the first one.
  ///   - inputDelay: The time in which the dialog accepts no answer.
  ///   - preferences: The preferences of the program, with the current settings of the desktop.
  ///   - answer: Handles an answer, and returns effects.
  ///   - perform: Performs an action of the controls, and returns effects.
  public init(
    message: Label?, controls: ControlGroup<Action>, buttons: [DialogButton], inputDelay: Duration = .zero,
    preferences: AppearancePreferences, answer: @escaping (DialogAnswer, Instant) -> [Effect],
    perform: @escaping (Action, Instant) -> [Effect]
  ) {
    let buttons = Self.withUniqueKeys(buttons)
    (self.controls, self.buttons, self.inputDelay) = (controls, buttons, inputDelay)
    let environment = controls.environment
    let style = environment.theme.dialog
    let group = ControlGroup<Part>(
      .column(spacing: style.spacing, padding: style.padding), in: environment)
    if let message { group.add(message) }
    self.group = group
    body = ControlGroup(.column(spacing: style.spacing), in: environment)
    controlsChild = body.add(controls) { [.action($0)] }
    bodyChild = group.add(body) { [$0] }
    let row = ControlGroup<Part>(.trailingRow(spacing: style.buttonSpacing), in: environment)
    for button in buttons {
      row.add(CapsuleButton(button.label, style: button.style, in: environment)) { _ in
        [.answer(button.answer)]
      }
    }
    let rowChild = group.add(row) { [$0] }
    content = ControlContent(group, preferences: preferences, in: .dialog()) { part, now in
      switch part {
      case .answer(let given): answer(given, now)
      case .action(let action): perform(action, now)
      }
    }
    if controls.focusStopCount == 0 {
      let primary = buttons.firstIndex { $0.style == .primary } ?? 0
      content.focus(group.focusStop(of: rowChild, primary), at: .zero)
    }
    content.onUnhandledKey = { [unowned self] press, _ in outcomes(of: press) }
    content.onCloseRequest = { _ in [.action(.answer(.close))] }
  }

  /// Returns buttons of which only the first one with each access key has it.
  private static func withUniqueKeys(_ buttons: [DialogButton]) -> [DialogButton] {
    var keys: Set<Character> = []
    return buttons.map { button in
      guard let key = button.label.key, !keys.insert(key).inserted else { return button }
      return DialogButton(button.label.withoutKey, button.answer, style: button.style)
    }
  }

  /// Moves the focus to a stop of the controls.
  public func focusControls(_ stop: Int, at now: Instant) {
    let stop = body.focusStop(of: controlsChild, stop).flatMap { group.focusStop(of: bodyChild, $0) }
    content.focus(stop, at: now)
  }

  /// Returns the answer to a key that no control has handled. `nil` for other keys.
  private func outcomes(of press: KeyPress) -> [Outcome<Part>]? {
    let ranked = buttons.compactMap { button in button.label.rank(of: press).map { ($0, button.answer) } }
    if let best = ranked.min(by: { $0.0 < $1.0 }) { return [.action(.answer(best.1))] }
    let answer: DialogAnswer
    switch (press.key, press.modifiers) {
    case (.enter, []), (.enter, .control): answer = .accept
    case (.escape, []): answer = .cancel
    // The focus stays in a field, so that Enter answers afterwards.
    case (.up, []) where controls.focusedStop != nil, (.down, []) where controls.focusedStop != nil: return []
    default: return nil
    }
    return press.isRepeat ? [] : [.action(.answer(answer))]
  }

  public func handle(_ event: WindowEvent, at now: Instant) -> [Effect] {
    switch event {
    case .appeared:
      inputStart = now
      onAppear()
    case .input(.windowFocusChanged(isFocused: true)): inputStart = now
    case .input(.keyboardChanged(let status)):
      let isWaiting = status.grab == .grabbedByOtherClient
      showNote(isWaiting ? .waitsForKeyboard : status.hasDroppedKeys ? .keysDropped : nil, at: now)
    case .input(let input) where input.isUserAction && isTooEarly(now):
      if inputStart != nil { inputStart = now }
      return []
    default: break
    }
    return content.handle(event, at: now)
  }

  /// Shows why the dialog ignores keys, or nothing.
  private func showNote(_ label: ControlLabel?, at now: Instant) {
    guard label != note?.label else { return }
    if let note { body.remove(note.child, at: now) }
    note = label.map { label in
      let environment = controls.environment
      return (body.add(Label(environment.strings.text(label), style: \.caption, in: environment)), label)
    }
  }

  private func isTooEarly(_ now: Instant) -> Bool {
    guard inputDelay > .zero else { return false }
    return inputStart.map { $0.duration(to: now) < inputDelay } ?? true
  }

  public func draw(into list: inout DisplayList, at presentation: Instant) {
    content.draw(into: &list, at: presentation)
  }

  public func nextChange(after now: Instant) -> Instant? { content.nextChange(after: now) }

  public func cues(at now: Instant) -> WindowCues {
    var cues = content.cues(at: now)
    if grabsKeyboard { cues.wantsKeyboardGrab = true }
    return cues
  }

  public func withGrapheme(at index: Int, of handle: SecretHandle, _ body: (Span<UInt8>) -> Void) {
    content.withGrapheme(at: index, of: handle, body)
  }
}

/// The lengths of dialogs that do not depend on the theme, in logical pixels.
public enum DialogMetrics {
  /// The default width of a dialog.
  public static let width = 440.0
}

extension WindowConfiguration {
  /// The configuration of a dialog in the center of the monitor with the pointer, as high as its content.
  ///
  /// - Parameters:
  ///   - owner: The window for which it is modal, if any.
  ///   - width: The width in logical pixels.
  public static func dialog(title: String, for owner: Owner? = nil, width: Double = DialogMetrics.width)
    -> WindowConfiguration
  {
    let size = Size(width: width, height: 1)
    var configuration = WindowConfiguration(title: title, role: "dialog", size: size, minimumSize: size)
    configuration.kind = .dialog(for: owner)
    configuration.states = owner == nil ? .above : [.above, .modal]
    (configuration.isResizable, configuration.fitsContent, configuration.isCentered) = (false, true, true)
    return configuration
  }
}

extension InputEvent {
  /// Whether the user pressed a key or a button, or committed text.
  fileprivate var isUserAction: Bool {
    switch self {
    case .keyPressed, .textCommitted, .pointerPressed: true
    default: false
    }
  }
}
