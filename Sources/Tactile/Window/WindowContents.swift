import Controls
import Motion
import PasswordForm
import Scene
import Secrets
import Windowing

/// The contents of the window: a scrolling column with the password form and the token field, the
/// button's inspector beside or below it while it is open, and the button floating above.
///
/// The contents consist of controls, and are themselves a control for the program.
struct WindowContents: ~Copyable, Control {
  /// A request to the program.
  enum Action: Hashable {
    case save
    case cancelSaving
    case estimateStrength
    case ringBell
    /// Offer a text to other programs.
    case copy(String)
    /// Offer the password that was copied in the form to other programs.
    case copySecret
    /// Request text as a secret, with this request number.
    case pasteSecret(Pasteboard, number: Int)
    case close
  }

  /// The sections that accept the keyboard focus, in Tab order.
  enum Section: CaseIterable {
    case form, tokens, inspector, button

    /// The sections that scroll.
    static let inColumn = [form, tokens, inspector]
  }

  /// A stop of the Tab key.
  struct FocusStop: Hashable {
    var section: Section
    /// The index of the stop within its section.
    var index: Int
  }

  /// A section that receives all pointer events from a press until the same button is released.
  struct PointerCapture: Hashable {
    let section: Section
    let button: PointerButton
  }

  static let password = FocusStop(section: .form, index: PasswordForm.FocusStop.password.rawValue)
  static let confirmation = FocusStop(
    section: .form, index: PasswordForm.FocusStop.confirmation.rawValue)
  static let floatingButton = FocusStop(section: .button, index: 0)

  private(set) var environment: Environment
  /// The user's appearance preferences.
  var preferences: AppearancePreferences
  var form: CachedControl<PasswordForm>
  var tokens: CachedControl<TokenField<TextTokenAdapter>>
  /// The completions of the token field.
  let suggestions: RecipientSuggestions
  /// The inspector. `nil` while it is closed.
  var inspector: CachedControl<TuningInspector>?
  /// The options of the button.
  var options: ButtonOptions
  var button: CachedControl<FloatingButton>
  var scroller: ScrollController
  /// The frame statistics overlay. `nil` while it is hidden.
  @Indirect var hud: FrameHUD?
  var layout = WindowLayout()
  var focus: FocusStop?
  /// Whether the focused stop in the column receives keys. `false` if the window has no focus or
  /// the button receives all keys.
  var columnReceivesKeys: Bool
  /// The stop that receives the focus when the inspector closes.
  var focusBeforeInspector: FocusStop?
  /// The pointer capture while a button is down.
  var pointerCapture: PointerCapture?
  /// The actions that the current event has caused so far.
  var actions: [Action] = []
  /// The data transfers with other programs that it has caused.
  var pendingEffects: [WindowEffect] = []
  /// The preview of the tokens that were dragged out of the window.
  @Indirect var dragPreview: TokenDragPreview?

  /// - Parameters:
  ///   - start: The initial position of the button. `nil` for the default position.
  ///   - texts: The initial tokens.
  ///   - suggestions: The completions of the token field. They record the entered texts.
  init(
    policy: PasswordPolicy, personalWords words: PersonalWords = .none, button options: ButtonOptions,
    start: UnitPoint? = nil,
    tokens texts: [String] = TokenOptions.samples,
    _ configuration: TokenFieldConfiguration = TokenFieldConfiguration(),
    suggesting suggestions: RecipientSuggestions = RecipientSuggestions(),
    for preferences: AppearancePreferences = AppearancePreferences(),
    in environment: Environment
  ) {
    var environment = environment
    preferences.apply(to: &environment)
    self.preferences = preferences
    self.environment = environment
    columnReceivesKeys = environment.isWindowFocused
    self.options = options
    form = CachedControl(PasswordForm(policy, personalWords: words, in: environment))
    tokens = CachedControl(Self.tokenField(texts, configuration, suggestions, in: environment))
    self.suggestions = suggestions
    button = CachedControl(
      FloatingButton(
        Self.configuration(options, for: preferences, false, start: start), in: environment))
    scroller = ScrollController(in: environment)
  }

  /// Changes the environment of all sections.
  mutating func updateEnvironment(at now: Instant, _ change: (inout Environment) -> Void) {
    var changed = environment
    change(&changed)
    update(changed, at: now)
  }

  mutating func update(_ environment: Environment, at now: Instant) {
    self.environment = environment
    button.update(environment, at: now)
    scroller.environment = environment
    updateColumnEnvironment(at: now)
    layOutColumn(at: now)
  }

  mutating func advance(to now: Instant) -> [Action] {
    process(form.advance(to: now), at: now)
    process(button.advance(to: now), at: now)
    // Reading is free, but mutable access costs an allocation.
    if hasInspector, let requests = inspector?.advance(to: now) { process(requests, at: now) }
    process(tokens.advance(to: now), at: now)
    layOutIfNeeded(at: now)
    updateColumnFocus(at: now)
    return takeActions()
  }

  mutating func takeActions() -> [Action] {
    defer { actions.removeAll() }
    return actions
  }

  func nextChange(after now: Instant) -> Instant? {
    let forms = Instant.earliest(
      form.nextChange(after: now), tokens.nextChange(after: now),
      withInspector { $0.nextChange(after: now) })
    return .earliest(forms, button.nextChange(after: now), scroller.nextChange(after: now))
  }

  /// Updates whether the password store shows a prompt to the user.
  mutating func setPrompting(_ isPrompting: Bool, at now: Instant) {
    let message = form.read { $0.messageText }
    form.control.setPrompting(isPrompting, at: now)
    // If the message is unchanged, the user may have scrolled on after reading it.
    guard form.read({ $0.messageText }) != message else { return }
    layOutIfNeeded(at: now)
    followMessage(at: now)
  }

  /// Handles the result of a save.
  mutating func finishSaving(_ outcome: SaveResult, at now: Instant) {
    form.control.finishSaving(outcome, at: now)
    layOutIfNeeded(at: now)
    followMessage(at: now)
    // The user types the next password from its beginning.
    if case .saved = outcome, focus == Self.confirmation {
      moveFocus(to: Self.password, at: now)
    }
  }

  /// Cancels drags and wipes secrets before the program ends.
  mutating func close(at now: Instant) {
    _ = button.handle(.pointerGrabLost, at: now)
    form.control.wipe(at: now)
  }

  func pointerShape(over point: Point, at now: Instant) -> PointerShape? {
    let inColumn = point + scrolled(at: now)
    if tokens.read({ $0.overlayContains(inColumn, at: now) }) {
      return tokens.pointerShape(over: inColumn, at: now)
    }
    return button.pointerShape(over: point, at: now)
      ?? form.pointerShape(over: inColumn, at: now)
      ?? tokens.pointerShape(over: inColumn, at: now)
      ?? withInspector { $0.pointerShape(over: inColumn, at: now) }
  }

  mutating func process(_ requests: [PasswordForm.Action], at now: Instant) {
    for request in requests {
      switch request {
      case .save: actions.append(.save)
      case .cancelSaving: actions.append(.cancelSaving)
      case .estimateStrength: actions.append(.estimateStrength)
      case .copied: actions.append(.copySecret)
      case .paste(let pasteboard, let number):
        actions.append(.pasteSecret(pasteboard, number: number))
      case .focus(let index): moveFocus(to: FocusStop(section: .form, index: index), at: now)
      }
    }
  }

  mutating func process(_ requests: [FloatingButton.Action], at now: Instant) {
    for request in requests {
      switch request {
      case .ringBell: actions.append(.ringBell)
      case .takeFocus: moveFocus(to: Self.floatingButton, at: now)
      case .chosen(let id):
        if let command = WindowCommand(rawValue: id) { perform(command, at: now) }
      case .toggled: break
      }
    }
  }
}
