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
  /// The button that shows more or less of the question, and leaves the dialog open.
  case details
  /// The button that cancels, or Escape.
  case cancel
  /// The window manager's button or a signal.
  case close
}

/// An action in a dialog.
public enum DialogAction<Action> {
  /// The user has answered.
  case answer(DialogAnswer)
  /// An action of the controls between the message and the buttons.
  case controls(Action)
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

/// The time in which a dialog accepts no answer.
private struct AnswerDelay {
  let duration: Duration
  /// The time at which the window appeared, got the focus or ignored input last. `nil` before that.
  var start: Instant?
  /// Whether a key has reached the dialog.
  var hasInput = false

  /// The time after the start in which no dialog accepts an empty answer by Enter, nor a request of an assistive program.
  static let minimum = Duration.milliseconds(500)

  /// Returns whether a time after the start, by default that of the dialog, has not passed.
  func isRunning(at now: Instant, for time: Duration? = nil) -> Bool {
    let time = time ?? duration
    return time > .zero && start.map { $0.duration(to: now) < time } ?? true
  }
}

/// The buttons of a dialog.
private struct ButtonRow<Action> {
  /// The buttons, of which only the first one with each access key has it.
  let buttons: [DialogButton]
  let child: Child<ControlGroup<DialogAction<Action>>>
  /// The button with the answer `details`.
  let details: Child<CapsuleButton>?

  /// Adds a row of buttons to a group.
  init(_ buttons: [DialogButton], in group: ControlGroup<DialogAction<Action>>) {
    let environment = group.environment
    var (details, keys): (Child<CapsuleButton>?, Set<Character>) = (nil, [])
    let row = ControlGroup<DialogAction<Action>>(
      .trailingRow(spacing: environment.theme.dialog.buttonSpacing), in: environment)
    self.buttons = buttons.map { button in
      guard let key = button.label.key, !keys.insert(key).inserted else { return button }
      return DialogButton(button.label.withoutKey, button.answer, style: button.style)
    }
    for button in self.buttons {
      let child = row.add(CapsuleButton(button.label, style: button.style, in: environment)) { _ in
        [.answer(button.answer)]
      }
      if button.answer == .details { (details, child.control.isExpanded) = (child, false) }
    }
    self.details = details
    child = group.add(row) { [$0] }
  }
}

/// The content of a dialog: a message, other controls below it, and a row of buttons.
///
/// - Enter and Ctrl+Enter give the answer `accept`, Escape the answer `cancel`, unless a control handles the key.
/// - Tab moves the focus out of a control; Up and Down do not.
/// - Alt with the access key of a button presses it, and scrolls to it. The focus stays.
/// - If the dialog has an `inputDelay`, the user cannot answer it by mistake: it ignores keys and presses within
///   this time after it has appeared, has got the focus or has ignored others, so also of a user who continues to
///   type. So does it after a press beside the controls and buttons, unless one of `controls` has the focus.
/// - It ignores text that the focused control does not handle and, while nothing has the focus, also Enter and blanks. It
///   says so, and if Enter comes too early.
/// - A repeated key gives no answer, so neither does a key that was already down.
/// - If the window is too low, the message scrolls, and below a minimum height of it the controls do, too: by the wheel,
///   and the message by the keys Up, Down, Page Up, Page Down, Home and End, unless a control handles them. The buttons
///   stay visible.
public final class DialogContent<Action>: WindowContent, SecretTextSource {
  /// The controls between the message and the buttons.
  public let controls: ControlGroup<Action>
  /// The text about who asks. `nil` for none.
  public let origin: Child<Label>?
  /// Whether the dialog grabs the keyboard, in addition to controls that do.
  public var grabsKeyboard = false
  /// Whether Enter gives no answer in the first half second, even to a text that was typed in it.
  public var delaysEnter = false
  /// Returns whether the user has given an answer that the owner still checks, so that typed keys belong to none.
  package var isAnswered: () -> Bool = { false }
  /// Whether the button `details` has shown the details.
  package var showsDetails = false { didSet { row.details?.control.isExpanded = showsDetails } }
  /// A list in the controls, and its height. It gets lower before the controls scroll, so that a low window shows its
  /// selection beside the other controls. `nil` if there is none.
  package var list: LimitedList?
  package typealias LimitedList = (child: Child<ScrollView<SegmentedControl>>, height: Double)
  /// The handler of the dialog's appearance.
  public var onAppear: () -> Void = {}
  private let message: Child<ScrollView<Label>>?
  private var windowHeight = 0.0
  private let group: ControlGroup<DialogAction<Action>>
  /// The text about ignored keys, above the buttons.
  private var note: (child: Child<Label>, label: ControlLabel)?
  private let controlsChild: Child<ScrollView<ControlGroup<Action>>>
  private var row: ButtonRow<Action>
  private let content: ControlContent<DialogAction<Action>>
  /// Whether any key or press closes the dialog.
  private var hasResult = false
  /// The text of the result, which a screen reader reads with the focus.
  package var result = ""
  private var delay: AnswerDelay
  /// The last status of the keyboard, for controls that are added later.
  private var keyboardStatus: KeyboardStatus?
  /// Whether the last key belongs to an answer that is not given yet.
  private var isTyping = false

  /// Creates a dialog.
  ///
  /// - Parameters:
  ///   - message: The text above the controls. `nil` for none.
  ///   - origin: A text about who asks, below the message. `nil` for none.
  ///   - controls: The controls between the message and the buttons. The first one gets the focus.
  ///   - buttons: The buttons from the leading to the trailing edge. Without controls, the primary button gets the
  ///     focus, else the first one.
  ///   - inputDelay: The time in which the dialog accepts no answer.
  ///   - preferences: The preferences of the program, with the current settings of the desktop.
  ///   - perform: Handles an answer or performs an action of the controls, and returns effects.
  public init(
    message: Label?, origin: Label? = nil, controls: ControlGroup<Action>, buttons: [DialogButton],
    inputDelay: Duration = .zero, preferences: AppearancePreferences,
    perform: @escaping (DialogAction<Action>, Instant) -> [Effect]
  ) {
    (self.controls, delay) = (controls, AnswerDelay(duration: inputDelay))
    let environment = controls.environment
    let style = environment.theme.dialog
    let group = ControlGroup<DialogAction<Action>>(
      .column(spacing: style.spacing, padding: style.padding), in: environment)
    self.message = message.map { message in
      var view = ScrollView(message, in: environment)
      view.thumbOffset = style.padding
      return group.add(view)
    }
    self.origin = origin.map { group.add($0) }
    self.group = group
    var view = ScrollView(controls, isWindowContent: true, in: environment)
    view.thumbOffset = style.padding
    controlsChild = group.add(view) { [.controls($0)] }
    row = ButtonRow(buttons, in: group)
    content = ControlContent(group, preferences: preferences, in: .dialog(), perform: perform)
    if controls.focusStopCount == 0 {
      let primary = row.buttons.firstIndex { $0.style == .primary } ?? 0
      content.focus(group.focusStop(of: row.child, primary), at: .zero)
    }
    content.onUnhandledKey = { [unowned self] press, now in outcomes(of: press, at: now) }
    content.onCloseRequest = { _ in [.action(.answer(.close))] }
  }

  /// The width of a window in which the message is easy to read, in logical pixels.
  ///
  /// - Complexity: O(*n*) in the length of the message.
  public var preferredWidth: Double {
    let label = message?.control.content.control
    return DialogMetrics.width(for: label, padding: controls.environment.theme.dialog.padding)
  }

  /// Replaces the buttons by one that closes the dialog, which any key or press does, too.
  ///
  /// It is for a dialog that shows the result of the question instead of closing at once.
  public func showResult(closedBy label: AccessKeyLabel, at now: Instant) {
    setButtons([DialogButton(label, .close)], at: now)
    hasResult = true
  }

  /// Replaces the buttons, of which none keeps the focus.
  package func setButtons(_ buttons: [DialogButton], at now: Instant) {
    group.remove(row.child, at: now)
    row = ButtonRow(buttons, in: group)
    row.details?.control.isExpanded = showsDetails
  }

  /// Moves the focus to a stop of the controls, which may have been added since the dialog appeared.
  public func focusControls(_ stop: Int, at now: Instant) {
    content.focus(group.focusStop(of: controlsChild, stop), at: now)
    if let keyboardStatus { _ = controls.handle(.keyboardChanged(keyboardStatus), at: now) }
  }

  /// Moves the focus to the button that gives an answer. Without one, nothing has the focus.
  public func focusButton(_ answer: DialogAnswer, at now: Instant) {
    let index = row.buttons.firstIndex { $0.answer == answer }
    content.focus(index.flatMap { group.focusStop(of: row.child, $0) }, at: now)
  }

  /// Returns the answer to a key that no control has handled. `nil` for other keys.
  private func outcomes(of press: KeyPress, at now: Instant) -> [Outcome<DialogAction<Action>>]? {
    let ranked = row.buttons.compactMap { button in button.label.rank(of: press).map { ($0, button.answer) } }
    if let best = ranked.min(by: { $0.0 < $1.0 }) {
      content.reveal(row.child.control.frame, at: now)
      return [.action(.answer(best.1))]
    }
    let isText = if case .character = press.key { press.modifiers.isSubset(of: .shift) } else { false }
    // It may belong to a text for a field that does not have the focus, or that the dialog does not have yet.
    if isText || group.focusedStop == nil && [.space, .enter].contains(press.key) {
      showNote(ignoredKeys, at: now)
      // Nor does the rest of the text answer a question.
      if delay.duration > .zero { delay.start = now }
      return []
    }
    let answer: DialogAnswer
    switch (press.key, press.modifiers) {
    case (.enter, []), (.enter, .control): answer = .accept
    case (.escape, []): answer = .cancel
    default:
      if let message, message.control.scroller.isScrollable {
        let response = message.handle(.keyPressed(press), at: now)
        if response.isHandled { return response.effects.map { .effect($0) } }
      }
      if controls.focusedStop == nil {
        let response = controlsChild.handle(.keyPressed(press), at: now)
        if response.isHandled { return response.replacingActions { [.action(.controls($0))] }.outcomes }
      }
      // The focus stays in a field, so that Enter answers afterwards.
      let isVertical = (press.key == .up || press.key == .down) && press.modifiers.isEmpty
      return isVertical && controls.focusedStop != nil ? [] : nil
    }
    return press.isRepeat ? [] : [.action(.answer(answer))]
  }

  public func handle(_ event: WindowEvent, at now: Instant) -> [Effect] {
    var event = event
    let shownNote = note?.label
    if note?.label == .nothingToType, hasField { showNote(nil, at: now) }
    // Its tooltip may cover other controls.
    switch event {
    case .input(.keyPressed), .input(.textCommitted), .input(.preeditChanged), .input(.pointerPressed):
      origin?.control.dismissTooltip(at: now)
    // The dialog may have opened under a pointer that does not move.
    case .input(.pointerMoved(to: let point)) where delay.isRunning(at: now, for: AnswerDelay.minimum):
      if origin?.control.pointer == nil { origin?.control.pointer = point }
    default: break
    }
    switch event {
    case .appeared:
      delay.start = now
      onAppear()
    case .input(.windowFocusChanged(isFocused: true)): delay.start = now
    case .input(.keyboardChanged(var status)):
      let isWaiting = status.grab == .grabbedByOtherClient
      // The note says the same as the status in a field.
      if isWaiting { status.grab = .none }
      keyboardStatus = status
      event = .input(.keyboardChanged(status))
      showNote(isWaiting ? .waitsForKeyboard : status.hasDroppedKeys ? ignoredKeys : nil, at: now)
    // Requests do not restart the time: a program that repeats them would make the dialog unusable.
    case .input(.accessibility) where delay.isRunning(at: now, for: max(delay.duration, AnswerDelay.minimum)):
      return [.refuse]
    case .input(let input) where input.isUserAction && delay.isRunning(at: now):
      if delay.start != nil { delay.start = now }
      return []
    case .input(.keyPressed(let press)) where hasResult && press.isRepeat: return []
    case .input(let input) where hasResult && input.isUserAction:
      // It may be the first key of another attempt.
      if case .keyPressed(let press) = input { isTyping = isTyped(press) }
      event = .closeRequested
    // Enter that was meant for the window before is no empty answer.
    case .input(.keyPressed(let press))
    where press.key == .enter && (delaysEnter || !delay.hasInput && delay.start != nil)
      && delay.isRunning(at: now, for: AnswerDelay.minimum):
      showNote(ignoredKeys, at: now)
      event = .timePassed
    case .input(.keyPressed(let press)):
      (delay.hasInput, isTyping) = (true, isTyped(press))
      let isAboutKeys = note.map { $0.label != .waitsForKeyboard } == true
      if isAboutKeys, group.focusedStop != nil { showNote(nil, at: now) }
    case .input(.textCommitted): isTyping = !isAnswered()
    case .input(.pointerPressed(let press)):
      isTyping = false
      // It may be meant for another window, and so may the keys after it, unless one of the controls gets them.
      let isBeside = group.focusStop(under: press.position, at: now) == nil && controls.focusedStop == nil
      if delay.duration > .zero, isBeside { delay.start = now }
    case .resized(let size, _): windowHeight = size.height
    default: break
    }
    let (height, showedSelection) = (controls.frame.height, showsSelection(at: now))
    var effects = content.handle(event, at: now)
    let (grows, isNew) = (controls.frame.height > height, fit())
    if isNew { effects += content.handle(.timePassed, at: now) }
    if isNew, showedSelection { revealSelection(at: now) }
    if grows || isNew { group.revealFocus(at: now) }
    if let label = note?.label, label != shownNote {
      effects.append(.announce(controls.environment.strings.text(label), isUrgent: true))
    }
    placeTooltip(at: now)
    return effects
  }

  /// Scrolls to the selection of the list, which may not have the focus.
  package func revealSelection(at now: Instant) {
    guard let child = list?.child else { return }
    child.control.reveal(child.control.content.frame(ofFocusStop: 0, at: now), at: now)
  }

  /// Returns whether the selection of the list is completely visible after all animations: the user has not scrolled it away.
  private func showsSelection(at now: Instant) -> Bool {
    guard let child = list?.child else { return false }
    return child.control.scroller.shows(child.control.content.frame(ofFocusStop: 0, at: now))
  }

  /// Chooses the area of the tooltip about who asks: above the line if it fits there, otherwise below the buttons, shortened
  /// if need be. If the window does not get higher for it, the tooltip is shortened above the line and, if almost no space is left
  /// there, covers the line and the field.
  private func placeTooltip(at now: Instant) {
    let (rowFrame, needed) = (row.child.control.frame, tooltipHeight(at: now))
    var (top, height) = (0.0, originTop)
    if needed > height { (top, height) = (rowFrame.maxY, windowHeight - rowFrame.maxY) }
    if height < min(needed, DialogMetrics.minimumTooltipHeight, rowFrame.minY) {
      (top, height) = (0, originTop < DialogMetrics.minimumTooltipHeight ? rowFrame.minY : originTop)
    }
    origin?.setOverlayBounds(Rect(x: 0, y: top, width: group.frame.width, height: height), at: now)
  }

  private var originTop: Double { origin?.control.frame.minY ?? 0 }

  /// Whether a key belongs to an answer, and neither presses a button nor gives the answer.
  private func isTyped(_ press: KeyPress) -> Bool {
    let pressesButton = press.key == .space && group.focusedStop != nil && controls.focusedStop == nil
    let isCommand = [.enter, .escape].contains(press.key) || press.modifiers.contains(.alt)
    return !isCommand && !pressesButton && !isAnswered()
  }

  /// Limits the heights of the message and the controls to those that the buttons leave in the window.
  ///
  /// - Returns: Whether the controls must be arranged again.
  private func fit() -> Bool {
    let heights = flexibleHeights
    let rest = windowHeight - group.frame.height + heights.shown
    let range = DialogMetrics.messageHeights
    let messageLimit = max(range.lowerBound, min(rest - heights.controls, range.upperBound))
    let controlsLimit = max(range.lowerBound, rest - min(messageLimit, heights.message))
    let missing = heights.controls - controlsLimit
    let listLimit = list.map { list in
      missing > 0 ? max(minimumListHeight, naturalHeight(of: list) - missing) : list.height
    }
    let isNew =
      controlsLimit != controlsChild.control.maximumHeight
      || message.map { $0.control.maximumHeight != messageLimit } == true
      || list?.child.control.maximumHeight != listLimit
    message?.control.maximumHeight = messageLimit
    controlsChild.control.maximumHeight = controlsLimit
    if let list, let listLimit { list.child.control.maximumHeight = listLimit }
    return isNew
  }

  /// The heights that the message and the controls need, and those that they have together.
  private var flexibleHeights: (message: Double, controls: Double, shown: Double) {
    let shown = (message?.control.frame.height ?? 0) + controlsChild.control.frame.height
    let hiddenPart = list.map { naturalHeight(of: $0) - $0.child.control.frame.height } ?? 0
    return (message?.control.content.frame.height ?? 0, controls.frame.height + hiddenPart, shown)
  }

  private func naturalHeight(of list: LimitedList) -> Double {
    min(list.height, list.child.control.content.frame.height)
  }

  /// The minimum height of a list: that of a row, and a part of a neighbor.
  private var minimumListHeight: Double { 1.5 * controls.environment.theme.segmentedControl.height }

  /// Shows why the dialog ignores keys, or nothing.
  private func showNote(_ label: ControlLabel?, at now: Instant) {
    guard label != note?.label else { return }
    if let note { group.remove(note.child, at: now) }
    let environment = controls.environment
    note = label.map { label in
      let text = Label(environment.strings.text(label), style: \.caption, in: environment)
      return (group.insert(text, before: row.child), label)
    }
  }

  /// Whether the user can type an answer.
  private var hasField: Bool { controls.focusStopCount > 0 && row.buttons.contains { $0.answer == .accept } }

  private var ignoredKeys: ControlLabel { hasField ? .keysDropped : .nothingToType }

  public func draw(into list: inout DisplayList, at presentation: Instant) {
    content.draw(into: &list, at: presentation)
  }

  public func describe(into tree: inout AccessibleTree, at now: Instant) {
    let text = message?.control.content.control.text ?? ""
    // Screen readers do not read a label of one or two words by itself. They read this description once: with the first
    // focus.
    let isSkipped = !delay.hasInput && text.split(whereSeparator: \.isWhitespace).count < 3
    tree.changingFirst(
      with: .focused, { $0.prepend(hasResult ? result : isSkipped ? text : "") },
      { content.describe(into: &$0, at: now) })
  }

  public func nextChange(after now: Instant) -> Instant? { content.nextChange(after: now) }

  public func cues(at now: Instant) -> WindowCues {
    var cues = content.cues(at: now)
    if grabsKeyboard { cues.wantsKeyboardGrab = true }
    cues.isTyping = isTyping
    let heights = flexibleHeights
    let message = min(heights.message, DialogMetrics.messageHeights.upperBound)
    cues.preferredSize?.height += message + heights.controls - heights.shown
    // The window gets higher for a tooltip that would cover the line, a field or a button. They stay where they are.
    let needed = tooltipHeight(at: now)
    if needed > originTop {
      cues.preferredSize?.height += row.child.control.frame.maxY + needed - group.frame.height
    }
    return cues
  }

  private func tooltipHeight(at now: Instant) -> Double { origin?.control.tooltipHeight(at: now) ?? 0 }

  public func withGrapheme(at index: Int, of handle: SecretHandle, _ body: (Span<UInt8>) -> Void) {
    content.withGrapheme(at: index, of: handle, body)
  }
}

/// The lengths of dialogs that do not depend on the theme, in logical pixels.
public enum DialogMetrics {
  /// The default width of a dialog.
  public static let width = 440.0
  /// The widths of a dialog with a long message.
  private static let widths = [width, 600.0, 760.0]
  /// The height of a message, up to which the dialog has its default width.
  private static let comfortableHeight = 240.0
  /// The minimum height of a tooltip about who asks that is shortened instead of covering controls: a line, the count of
  /// omitted characters and the padding.
  static let minimumTooltipHeight = 64.0
  /// The range of the maximum height of a message.
  static let messageHeights = 60.0...480.0

  /// Returns the least width at which no word is broken, and at which the message is low or a greater width would not
  /// make it lower.
  static func width(for message: Label?, padding: Double) -> Double {
    guard var message else { return width }
    var heights: [Double] = []
    for width in widths {
      message.layOut(at: .zero, width: width - 2 * padding, at: .zero)
      let height = message.breaksWord ? .infinity : message.frame.height
      if height <= comfortableHeight { return width }
      heights.append(height)
    }
    let least = heights.last.flatMap { $0.isFinite ? heights.firstIndex(of: $0) : nil }
    return widths[least ?? widths.count - 1]
  }
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
