public import Controls
public import Motion
public import Scene
public import Windowing

/// A group of controls as the content of a window.
///
/// - The first control that accepts the keyboard focus gets it, unless the program has removed the focus. A press
///   moves the focus to the control at its position, except to a button.
/// - Keys that no control handles: Tab and Down move the focus to the next control, Shift-Tab and Up to
///   the previous one. Escape closes a dialog or a menu.
/// - A close request closes the window.
///
/// The group follows the size, the scale and the focus of the window and the settings of the desktop. The window
/// scrolls if it is less high than the group.
public final class ControlContent<Action>: WindowContent, SecretTextSource {
  /// The controls.
  public let group: ControlGroup<Action>
  private var scrollView: ScrollView<ControlGroup<Action>>
  private let kind: WindowConfiguration.Kind
  private let perform: (Action, Instant) -> [Effect]
  /// Handles a key that no control has handled, before the default of the content. It returns `nil` for that
  /// default, which is its own default.
  public var onUnhandledKey: (KeyPress, Instant) -> [Outcome<Action>]? = { _, _ in nil }
  /// Handles a request to close the window. By default, it closes the window.
  public var onCloseRequest: (Instant) -> [Outcome<Action>] = { _ in [.effect(.close)] }
  private var preferences: AppearancePreferences
  private var pointer = PointerTracker()
  private var size = Size.zero
  /// Whether the owner wants that nothing has the focus.
  private var wantsNoFocus = false

  /// Creates a content.
  ///
  /// - Parameters:
  ///   - group: The controls. The window lays them out at its top leading corner with its width.
  ///   - preferences: The preferences of the program, with the current settings of the desktop. Later
  ///     settings of the desktop replace those of the preferences.
  ///   - kind: The kind of the window.
  ///   - perform: Performs an action of a control, and returns the effects. `Effect.focus` contains a stop of
  ///     the group. It does not return `Effect.request`: only controls receive data.
  public init(
    _ group: ControlGroup<Action>, preferences: AppearancePreferences = AppearancePreferences(),
    in kind: WindowConfiguration.Kind = .normal, perform: @escaping (Action, Instant) -> [Effect]
  ) {
    self.group = group
    scrollView = ScrollView(group, isWindowContent: true, in: group.environment)
    self.preferences = preferences
    self.kind = kind
    self.perform = perform
  }

  /// Moves the focus to a stop of the group, and scrolls to it if the window is open. `nil` removes the focus.
  public func focus(_ stop: Int?, at now: Instant) {
    scrollView.focus(stop, at: now)
    wantsNoFocus = stop == nil
    // A window opens at the start of its content.
    if size != .zero { scrollView.revealFocus(at: now) }
  }

  /// Scrolls to a control that the user activates without moving the focus to it.
  ///
  /// - Parameter frame: The frame of the control in the group.
  func reveal(_ frame: Rect, at now: Instant) { scrollView.reveal(frame, at: now) }

  public func handle(_ event: WindowEvent, at now: Instant) -> [Effect] {
    var response = scrollView.advance(to: now)
    switch event {
    case .input(let input): response.merge(handle(input, at: now))
    case .resized(let size, let scale): resize(to: size, scale: scale, at: now)
    case .settingsChanged(let settings): response.merge(adopt(settings, at: now))
    case .timePassed, .appeared, .screenChanged: break
    case .closeRequested: response.outcomes += onCloseRequest(now)
    }
    return effects(of: response, at: now)
  }

  private func resize(to size: Size, scale: Double, at now: Instant) {
    self.size = size
    let preferences = preferences
    updateEnvironment(at: now) {
      $0.scale = scale
      preferences.apply(to: &$0)
    }
    scrollView.place(in: Rect(origin: .zero, size: size), at: now)
    if !wantsNoFocus, group.focusedStop == nil, group.focusStopCount > 0 { scrollView.focus(0, at: now) }
  }

  private func adopt(_ settings: DesktopSettings, at now: Instant) -> Response<Action> {
    preferences.desktop = settings
    var environment = group.environment
    preferences.apply(to: &environment)
    // Even an equal environment may measure text with another font.
    scrollView.update(environment, at: now)
    // The caret starts again with its current settings.
    return scrollView.handle(.windowFocusChanged(isFocused: group.environment.isWindowFocused), at: now)
  }

  private func updateEnvironment(at now: Instant, _ change: (inout Environment) -> Void) {
    var environment = group.environment
    change(&environment)
    if !environment.isEqual(to: group.environment) { scrollView.update(environment, at: now) }
  }

  private func handle(_ event: InputEvent, at now: Instant) -> Response<Action> {
    pointer.track(event)
    if case .windowFocusChanged(let isFocused) = event {
      updateEnvironment(at: now) { $0.isWindowFocused = isFocused }
    }
    if case .pointerPressed(let press) = event,
      let stop = scrollView.focusStop(under: press.position, at: now)
    {
      scrollView.focus(stop, at: now)
      wantsNoFocus = false
    }
    let response = scrollView.handle(event, at: now)
    guard case .keyPressed(let press) = event, !response.isHandled else { return response }
    return response.merging(handleUnhandled(press, at: now))
  }

  /// Handles a key that no control has handled.
  private func handleUnhandled(_ press: KeyPress, at now: Instant) -> Response<Action> {
    if let outcomes = onUnhandledKey(press, now) { return Response(isHandled: true, outcomes: outcomes) }
    switch (press.key, press.modifiers) {
    case (.tab, []), (.down, []): group.moveFocus(by: 1, at: now)
    case (.tab, .shift), (.up, []): group.moveFocus(by: -1, at: now)
    case (.escape, []) where kind.closesOnEscape:
      return Response(isHandled: true, outcomes: press.isRepeat ? [] : [.effect(.close)])
    default: return .ignored
    }
    // The scroll view follows the focus of the group.
    if let stop = group.focusedStop { focus(stop, at: now) }
    return .handled()
  }

  /// Performs the actions of a response, and arranges the controls again, which the program may have
  /// changed.
  private func effects(of response: Response<Action>, at now: Instant) -> [Effect] {
    var effects: [Effect] = []
    for outcome in response.outcomes {
      switch outcome {
      case .action(let action):
        for effect in perform(action, now) {
          if case .focus(let stop) = effect { focus(stop, at: now) } else { effects.append(effect) }
        }
      case .effect(let effect): effects.append(effect)
      }
    }
    scrollView.layOut(at: now)
    return effects
  }

  public func draw(into list: inout DisplayList, at presentation: Instant) {
    drawBackground(into: &list)
    scrollView.draw(into: &list, at: presentation)
    scrollView.drawOverlay(into: &list, at: presentation)
  }

  /// Fills the window. A popup, which has no frame of a window manager, gets an outline.
  private func drawBackground(into list: inout DisplayList) {
    let (colors, bounds) = (group.environment.theme.colors, Rect(origin: .zero, size: size))
    guard kind.isPopup else { return list.fill(.rect(bounds), colors.window) }
    list.fill(.rect(bounds), colors.raised)
    let width = group.environment.lineWidth(1)
    list.stroke(.rect(bounds.inset(by: width / 2)), colors.fieldOutline, width: width)
  }

  public func describe(into tree: inout AccessibleTree, at now: Instant) {
    scrollView.describe(into: &tree, at: now)
  }

  public func nextChange(after now: Instant) -> Instant? { scrollView.nextChange(after: now) }

  public func cues(at now: Instant) -> WindowCues {
    var cues = pointer.cues(of: scrollView, at: now)
    cues.wantsKeyboardGrab = group.wantsKeyboardGrab
    // As wide as the window, so that only the height depends on the controls.
    cues.preferredSize = group.frame.size
    return cues
  }

  public func withGrapheme(at index: Int, of handle: SecretHandle, _ body: (Span<UInt8>) -> Void) {
    group.withGrapheme(at: index, of: handle, body)
  }
}

extension WindowConfiguration.Kind {
  fileprivate var isPopup: Bool {
    switch self {
    case .popup, .menu: true
    case .normal, .dialog, .utility, .overlay: false
    }
  }

  fileprivate var closesOnEscape: Bool {
    switch self {
    case .dialog, .menu: true
    case .normal, .utility, .popup, .overlay: false
    }
  }
}

extension Application {
  /// Returns the environment of controls in a new window.
  ///
  /// - Throws: `WindowingError.rendering` if the renderer, which measures text, cannot be created.
  public func environment(
    for preferences: AppearancePreferences = AppearancePreferences()
  ) throws(WindowingError) -> Environment {
    var environment = Environment(text: try renderer(), scale: scale)
    preferences.following(settings).apply(to: &environment)
    return environment
  }

  /// Opens a window that shows controls. A dialog and a menu close on Escape.
  ///
  /// - Parameters:
  ///   - configuration: The kind, the title and the size of the window.
  ///   - group: The controls. The window lays them out at its top leading corner with its width.
  ///   - preferences: The preferences of the program.
  ///   - perform: Performs an action of a control, and returns the effects, except `Effect.request`.
  ///     `Effect.focus` contains a stop of the group.
  /// - Throws: The errors of `open(_:showing:)`.
  @discardableResult
  public func open<Action>(
    _ configuration: WindowConfiguration, showing group: ControlGroup<Action>,
    preferences: AppearancePreferences = AppearancePreferences(),
    perform: @escaping (Action, Instant) -> [Effect]
  ) throws(WindowingError) -> Window {
    try open(
      configuration,
      showing: ControlContent(
        group, preferences: preferences.following(settings), in: configuration.kind, perform: perform))
  }
}

/// The positions of the pointer and of dragged data over a window, which determine its cues.
public struct PointerTracker {
  private var position = Point.zero
  private var drop: DropInfo?

  /// Creates a tracker of a pointer at the origin.
  public init() {}

  /// Notes the position of an event.
  public mutating func track(_ event: InputEvent) {
    switch event {
    case .pointerMoved(let point): position = point
    case .data(.dragUpdated(let info)): drop = info
    case .data(.dragExited): drop = nil
    default: break
    }
  }

  /// Returns the cues of a control that covers a window.
  public func cues(of control: borrowing some Control & ~Copyable, at now: Instant) -> WindowCues {
    var cues = WindowCues()
    cues.pointerShape = control.pointerShape(over: position, at: now) ?? .arrow
    cues.textInput = control.textInputContext(at: now)
    if let drop { cues.acceptedDrop = control.acceptedType(of: drop, at: now) }
    return cues
  }
}
