import Controls
import Inspector
import Motion
import PasswordForm
import Scene
import Secrets
import Toolkit
import Windowing

/// The contents of the window: a scrolling page, and the button floating above it.
///
/// The contents consist of controls, and are themselves a control for the program.
struct WindowContents: ~Copyable {
  /// A request to the program.
  enum Action: Hashable {
    case form(PasswordForm.Action)
    case close
  }

  /// An action of a control.
  enum Part {
    case page(Page.Action)
    case button(FloatingButton.Action)
  }

  /// The sections that accept the keyboard focus, in Tab order.
  enum Section { case form, tokens, inspector, button }

  /// A stop of the Tab key.
  struct FocusStop: Hashable {
    var section: Section
    /// The index of the stop within its section.
    var index: Int
  }

  static let password = FocusStop(section: .form, index: PasswordForm.FocusStop.password.rawValue)
  static let confirmation = FocusStop(section: .form, index: PasswordForm.FocusStop.confirmation.rawValue)
  static let floatingButton = FocusStop(section: .button, index: 0)

  /// The user's appearance preferences.
  var preferences: AppearancePreferences
  let group: ControlGroup<Part>
  let scrollView: Child<ScrollView<Page>>
  let page: Child<Page>
  let form: Child<PasswordForm>
  let tokens: Child<TokenField<TextTokenAdapter>>
  let button: Child<FloatingButton>
  /// The completions of the token field.
  let suggestions: RecipientSuggestions
  /// The options of the button.
  var options: ButtonOptions
  /// The frame statistics overlay. `nil` while it is hidden.
  var hud: FrameHUD?
  /// The area of the window.
  private(set) var frame = Rect.zero
  /// The stop that receives the focus when the inspector closes.
  var focusBeforeInspector: FocusStop?
  /// The message of the form that was followed last.
  private var followedMessage: String?
  /// The area that the button was moved clear of.
  private var clearArea: Rect?

  /// - Parameters:
  ///   - start: The initial position of the button. `nil` for the default position.
  ///   - texts: The initial tokens.
  ///   - suggestions: The completions of the token field. They record the entered texts.
  init(
    policy: PasswordPolicy, personalWords words: PersonalWords = .none, button options: ButtonOptions,
    start: UnitPoint? = nil,
    tokens texts: [String] = WindowOptions.sampleTokens,
    _ configuration: TokenFieldConfiguration = TokenFieldConfiguration(),
    suggesting suggestions: RecipientSuggestions = RecipientSuggestions(),
    for preferences: AppearancePreferences = AppearancePreferences(),
    in environment: Environment
  ) {
    var environment = environment
    preferences.apply(to: &environment)
    (self.preferences, self.options, self.suggestions) = (preferences, options, suggestions)
    group = ControlGroup(.manual, in: environment)
    var tokenField = TokenField(
      texts, validation: EmailAddress.problem, configuration: configuration, in: environment)
    (tokenField.completionSource, tokenField.name) = (suggestions, environment.text(.recipients))
    let contents = Page(
      PasswordForm(policy, personalWords: words, in: environment), tokenField, in: environment)
    scrollView = group.add(ScrollView(contents, in: environment)) { [.page($0)] }
    page = scrollView.control.content
    (form, tokens) = (page.control.form, page.control.tokens)
    button = group.addUnarranged(
      FloatingButton(
        Self.configuration(
          options, for: preferences, in: environment.strings, hasInspector: false, start: start),
        in: environment),
      on: .floating
    ) { [.button($0)] }
  }

  var inspector: Child<TuningInspector>? { page.read { $0.inspector } }

  /// Handles the result of a save.
  mutating func finishSaving(_ outcome: SaveResult, at now: Instant) {
    form.control.finishSaving(outcome, at: now)
    followMessage(at: now)
    // The user types the next password from its beginning.
    if case .saved = outcome, focus == Self.confirmation {
      moveFocus(to: Self.password, at: now)
    }
  }

  /// Shows the strength of the password in the form.
  mutating func setStrength(_ evaluation: StrengthEvaluator.Evaluation, at now: Instant) {
    form.control.setStrength(evaluation.result, ofGeneration: evaluation.generation, at: now)
    updateLayout(at: now)
  }

  /// Updates whether the password store shows a prompt to the user.
  mutating func setPrompting(_ isPrompting: Bool, at now: Instant) {
    form.control.setPrompting(isPrompting, at: now)
    followMessage(at: now)
  }

  /// Cancels drags and wipes secrets before the program ends.
  mutating func close(at now: Instant) {
    _ = button.handle(.pointerGrabLost, at: now)
    form.control.wipe(at: now)
  }

  /// Scrolls to a changed message of the form, then back to the focused stop by the smallest distance,
  /// and moves the button clear of the message.
  private mutating func followMessage(at now: Instant) {
    let message = form.read { $0.messageText }
    // If the message is unchanged, the user may have scrolled on after reading it.
    guard message != followedMessage else { return }
    followedMessage = message
    scrollView.control.layOut(at: now)
    if let frame = form.read({ $0.messageFrame }) {
      scrollView.control.reveal(frame, at: now)
      group.revealFocus(at: now)
    }
    layOut(at: now)
  }
}

// Preferences.
extension WindowContents {
  /// Applies new desktop settings.
  mutating func apply(_ settings: DesktopSettings, at now: Instant) {
    updatePreferences(at: now) { $0.desktop = settings }
    // The size of the button depends on the font.
    layOut(at: now)
    // The items of the button show the current settings.
    configureButton(at: now)
  }

  /// Changes the preferences, with effect from the next frame on.
  mutating func updatePreferences(at now: Instant, _ change: (inout AppearancePreferences) -> Void) {
    let old = preferences
    change(&preferences)
    guard preferences != old else { return }
    let new = preferences
    updateEnvironment(at: now) { new.apply(to: &$0) }
    guard preferences.controlPreferences != old.controlPreferences else { return }
    // The caret starts again with its current settings.
    _ = scrollView.handle(.windowFocusChanged(isFocused: environment.isWindowFocused), at: now)
  }
}

// Layout.
extension WindowContents {
  /// Lays everything out for a window size. Moves the focus to the first field if there is none.
  ///
  /// - Parameter scale: Device pixels per logical pixel. `nil` keeps the current scale.
  mutating func resize(to size: Size, scale: Double? = nil, at now: Instant) {
    if let scale, scale != environment.scale { updateEnvironment(at: now) { $0.scale = scale } }
    let wasFocusShown = focus.flatMap { pageFrame(of: $0, at: now) }.map(scroller.shows) ?? true
    frame = Rect(origin: .zero, size: size)
    layOut(at: now)
    // If the user has scrolled away from the focus, the scroll position is kept.
    if wasFocusShown { moveFocus(to: focus ?? Self.password, at: now) }
  }

  /// Lays everything out, and moves the button clear of the inspector or, if it is closed, of the
  /// form's message.
  mutating func layOut(at now: Instant) {
    page.control.buttonWidth = button.control.size.width
    scrollView.control.place(in: frame, at: now)
    guard !frame.isEmpty else { return }
    clearArea = inspectorArea ?? messageArea
    button.control.place(in: frame, keepingClear: clearArea, at: now)
  }

  /// Lays everything out if the form has another height or if the button covers an area that has changed.
  private mutating func updateLayout(at now: Instant) {
    if page.read({ $0.isFormResized }) || clearArea != inspectorArea ?? messageArea { layOut(at: now) }
  }

  var scroller: ScrollController { scrollView.control.scroller }

  /// The area of the form's message after scrolling has ended. `nil` if there is no message.
  private var messageArea: Rect? {
    form.read { $0.messageFrame }?.offset(by: Vector(dx: 0, dy: -scroller.target))
  }

  /// The area that the inspector can cover as it scrolls. `nil` while it is closed.
  private var inspectorArea: Rect? {
    guard inspector != nil else { return nil }
    let card = page.control.layout.inspectorCard
    guard scroller.isScrollable else { return card }
    return Rect(x: card.minX, y: frame.minY, width: card.width, height: frame.height)
  }

  /// Returns the frame of a stop on the page, or `nil` if the stop does not scroll.
  func pageFrame(of stop: FocusStop, at now: Instant) -> Rect? {
    guard stop.section != .button else { return nil }
    return index(of: stop).map { page.frame(ofFocusStop: $0, at: now) }
  }
}

// Focus.
extension WindowContents {
  /// The focused stop.
  var focus: FocusStop? { group.focusedStop.flatMap { stops.dropFirst($0).first } }

  /// All stops in Tab order.
  private var stops: [FocusStop] {
    let counts: [(Section, Int)] = [
      (.form, form.focusStopCount), (.tokens, tokens.focusStopCount),
      (.inspector, inspector?.focusStopCount ?? 0), (.button, button.focusStopCount),
    ]
    return counts.flatMap { section, count in
      (0..<count).map { FocusStop(section: section, index: $0) }
    }
  }

  /// Returns the index of a stop in Tab order, or `nil` if its section is not shown.
  private func index(of stop: FocusStop) -> Int? { stops.firstIndex(of: stop) }

  /// Moves the focus to a stop and scrolls to it, even if it already has the focus.
  mutating func moveFocus(to stop: FocusStop, at now: Instant) {
    guard let index = index(of: stop) else { return }
    group.focus(index, at: now)
    group.revealFocus(at: now)
  }
}

// Events.
extension WindowContents: CompositeControl {
  mutating func layOut(at origin: Point, width: Double, at now: Instant) {
    resize(to: Size(width: width, height: frame.height), at: now)
  }

  /// Changes the environment of all sections.
  mutating func updateEnvironment(at now: Instant, _ change: (inout Environment) -> Void) {
    var changed = environment
    change(&changed)
    update(changed, at: now)
  }

  mutating func update(_ environment: Environment, at now: Instant) { group.update(environment, at: now) }

  mutating func advance(to now: Instant) -> Response<Action> {
    let response = perform(group.advance(to: now), at: now)
    updateLayout(at: now)
    return response
  }

  mutating func handle(_ event: InputEvent, at now: Instant) -> Response<Action> {
    var response = group.isAdvanced(to: now) ? .ignored : advance(to: now)
    if let result = handleInspectorKey(event, at: now) { return response.merging(result) }
    if case .windowFocusChanged(let isFocused) = event {
      updateEnvironment(at: now) { $0.isWindowFocused = isFocused }
    }
    // A press does not scroll to the focused stop: the user may press again or drag at the same point.
    if case .pointerPressed(let press) = event, let stop = group.focusStop(under: press.position, at: now) {
      group.focus(stop, at: now)
    }
    let own = group.handle(event, at: now)
    response.merge(perform(own, at: now))
    if case .keyPressed(let press) = event, !own.isHandled { response.merge(keyPressed(press, at: now)) }
    followMessage(at: now)
    updateLayout(at: now)
    return response
  }

  /// Handles F12, which has priority over all sections.
  private mutating func handleInspectorKey(_ event: InputEvent, at now: Instant) -> Response<Action>? {
    guard case .keyPressed(let press) = event, press.key == .function(12) else { return nil }
    if press.isRepeat { return .handled() }
    switch press.modifiers {
    case []:
      // Closes the button's panel or menu first.
      if button.control.isModal { _ = button.handle(.keyPressed(KeyPress(.escape)), at: now) }
      return Response(isHandled: true, outcomes: perform(.inspector, at: now))
    case .shift:
      hud = hud == nil ? FrameHUD() : nil
      return .handled()
    default: return nil
    }
  }

  /// Handles a key that no section has handled.
  private mutating func keyPressed(_ press: KeyPress, at now: Instant) -> Response<Action> {
    switch (press.key, press.modifiers) {
    case (.tab, []): group.moveFocus(by: 1, at: now)
    case (.tab, .shift): group.moveFocus(by: -1, at: now)
    case (.escape, []) where press.isRepeat, (_, .control) where press.isRepeat: break
    case (.character("q"), .control), (.character("w"), .control): return .handled(.close)
    case (.escape, []) where form.read { $0.isSaving }:
      return form.handle(.keyPressed(press), at: now).replacingActions { [.action(.form($0))] }
    case (.escape, []) where focus?.section == .inspector:
      return Response(isHandled: true, outcomes: perform(.inspector, at: now))
    default:
      guard focus == nil || focus?.section == .button else { return .ignored }
      return scrollView.handle(.keyPressed(press), at: now).replacingActions { perform(.page($0), at: now) }
    }
    return .handled()
  }

  /// Performs an action of a section.
  mutating func perform(_ part: Part, at now: Instant) -> [Outcome<Action>] {
    switch part {
    case .page(.form(let action)): return [.action(.form(action))]
    case .page(.tokens(.changed(let change))): record(change, at: now)
    case .page(.inspector(let action)): return perform(action, at: now)
    case .button(.chosen(let id)): return WindowCommand(rawValue: id).map { perform($0, at: now) } ?? []
    case .page(.tokens(.entered)), .button(.toggled), .button(.doubleTapped), .button(.longPressed): break
    }
    return []
  }

  /// Records the tokens for completion, and scrolls to new ones.
  private mutating func record(_ change: TokenChange<TextToken>, at now: Instant) {
    for token in change.removed.prefix(RecipientSuggestions.maximumEnteredCount) {
      if change.isUndo { suggestions.recordUndone(token) } else { suggestions.recordRemoved(token) }
    }
    for token in change.inserted.prefix(RecipientSuggestions.maximumTokensPerInsertion) {
      suggestions.recordInserted(token)
    }
    // Data from other programs arrives without a key press.
    let isInserted = change.inserted.contains { _ in true }
    if isInserted, focus?.section == .tokens { group.revealFocus(at: now) }
  }

  func draw(into list: inout DisplayList, at now: Instant) {
    list.fill(.rect(frame), environment.theme.colors.window)
    group.draw(into: &list, at: now)
    group.drawOverlay(into: &list, at: now)
    hud?.draw(in: frame, into: &list, environment)
  }
}
