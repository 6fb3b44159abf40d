import Controls
import Motion
import PasswordForm
import Scene
import Secrets
import X11Shell

/// All that the window shows: two forms in a column that scrolls, beside them or below the button's
/// inspector where that is open, and the button floating above.
///
/// It is made of controls, and is one to the program.
struct WindowContents: ~Copyable, Control {
  /// What the program is to do.
  enum Action: Hashable {
    case save
    case cancelSaving
    case judgeStrength
    case ringBell
    /// Offer a text to other programs.
    case copy(String)
    /// Offer them what was copied in the form.
    case copySecret
    /// Ask for text as for a secret, by this number.
    case pasteSecret(Pasteboard, number: Int)
    case close
  }

  /// The parts that take the keyboard focus, in the order of Tab.
  enum Part: CaseIterable {
    case form, tokens, inspector, button

    /// Those that scroll.
    static let inColumn = [form, tokens, inspector]
  }

  /// A place where Tab stops.
  struct FocusStop: Hashable {
    var part: Part
    /// Which of the part's own stops.
    var index: Int
  }

  /// A part that has the pointer from a press until the same button is let go.
  struct Hold: Hashable {
    let part: Part
    let button: PointerButton
  }

  static let password = FocusStop(part: .form, index: PasswordForm.Stop.password.rawValue)
  static let confirmation = FocusStop(
    part: .form, index: PasswordForm.Stop.confirmation.rawValue)
  static let floatingButton = FocusStop(part: .button, index: 0)

  var environment: Environment {
    didSet {
      button.environment = environment
      scroller.environment = environment
      furnishColumn()
      layOut()
    }
  }
  /// What the person wants of the window.
  var wishes: Wishes
  var form: Retained<PasswordForm>
  var tokens: Retained<TokenField<TextTokens>>
  /// What it suggests.
  let suggestions: Suggestions
  /// `nil` while it is closed.
  var inspector: Retained<FeelInspector>?
  /// What is asked of the button.
  var options: ButtonOptions
  var button: Retained<FloatingButton>
  var scroller: Scroller
  /// `nil` while it is not shown.
  @Indirect var hud: FrameHud?
  var layout = WindowLayout()
  var focus: FocusStop?
  /// Whether keys go to what has the focus in the column: not in a window without the focus, nor
  /// while the button takes them all.
  var columnHasKeys: Bool
  /// Where the focus goes back to when the inspector closes.
  var focusBeforeInspector: FocusStop?
  /// What has the pointer while a button is down.
  var hold: Hold?
  /// What the event under way has led to so far.
  var actions: [Action] = []
  /// What it has led to between this program and others.
  var exchanges: [WindowEffect] = []
  /// What the tokens look like that it has carried out of the window.
  @Indirect var carriedPicture: CarriedPicture?
  /// Whether it may have changed how anything looks.
  var hasChanged = false

  /// - Parameters:
  ///   - start: Where the button is at first; `nil` for its usual place.
  ///   - texts: What the token field starts with.
  ///   - suggestions: What it suggests; told what is entered.
  init(
    policy: PasswordPolicy, knowing words: PersonalWords = .none, button options: ButtonOptions,
    start: RelativePlace? = nil,
    tokens texts: [String] = TokenOptions.samples,
    _ configuration: TokenFieldConfiguration = TokenFieldConfiguration(),
    suggesting suggestions: Suggestions = Suggestions(), for wishes: Wishes = Wishes(),
    in environment: Environment
  ) {
    var environment = environment
    wishes.apply(to: &environment)
    self.wishes = wishes
    self.environment = environment
    columnHasKeys = environment.isWindowFocused
    self.options = options
    form = Retained(PasswordForm(policy, knowing: words, in: environment))
    tokens = Retained(Self.tokenField(texts, configuration, suggestions, in: environment))
    self.suggestions = suggestions
    button = Retained(
      FloatingButton(
        Self.configuration(options, for: wishes, false, start: start), in: environment))
    scroller = Scroller(in: environment)
  }

  mutating func advance(to now: Instant) -> [Action] {
    take(form.advance(to: now), at: now)
    take(button.advance(to: now), at: now)
    // To look first is free, while access to change costs an allocation.
    if hasInspector, let requests = inspector?.advance(to: now) { take(requests, at: now) }
    take(tokens.advance(to: now), at: now)
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
      ofInspector { $0.nextChange(after: now) })
    return .earliest(forms, button.nextChange(after: now), scroller.nextChange(after: now))
  }

  /// Takes in whether whoever keeps the password asks the person something.
  mutating func notePrompt(_ isPrompting: Bool, at now: Instant) {
    let message = form.ask { $0.messageText }
    form.control.notePrompt(isPrompting)
    // Whoever has scrolled on has read it.
    guard form.ask({ $0.messageText }) != message else { return }
    layOutIfNeeded(at: now)
    followMessage(at: now)
  }

  /// Takes in how saving went.
  mutating func finishSaving(_ outcome: SavingOutcome, at now: Instant) {
    form.control.finishSaving(outcome, at: now)
    layOutIfNeeded(at: now)
    followMessage(at: now)
    // What is typed next is another password, from its beginning.
    if case .saved = outcome, focus == Self.confirmation {
      moveFocus(to: Self.password, at: now)
    }
  }

  /// Undoes what is under way and wipes what is secret, before the program ends.
  mutating func close(at now: Instant) {
    _ = button.handle(.pointerGrabLost, at: now)
    form.control.wipe(at: now)
  }

  func pointerShape(over point: Point, at now: Instant) -> PointerShape? {
    let inColumn = point + scrolled(at: now)
    if tokens.ask({ $0.overlayContains(inColumn, at: now) }) {
      return tokens.pointerShape(over: inColumn, at: now)
    }
    return button.pointerShape(over: point, at: now)
      ?? form.pointerShape(over: inColumn, at: now)
      ?? tokens.pointerShape(over: inColumn, at: now)
      ?? ofInspector { $0.pointerShape(over: inColumn, at: now) }
  }

  mutating func take(_ requests: [PasswordForm.Action], at now: Instant) {
    for request in requests {
      switch request {
      case .save: actions.append(.save)
      case .cancelSaving: actions.append(.cancelSaving)
      case .judgeStrength: actions.append(.judgeStrength)
      case .copied: actions.append(.copySecret)
      case .paste(let pasteboard, let number):
        actions.append(.pasteSecret(pasteboard, number: number))
      case .focus(let index): moveFocus(to: FocusStop(part: .form, index: index), at: now)
      }
    }
  }

  mutating func take(_ requests: [FloatingButton.Action], at now: Instant) {
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
