import Controls
import Motion
import Scene
import Toolkit
import Windowing

/// The content of the overlay that shows the desktop button: a floating button between the work areas of the monitors.
final class DesktopButton: WindowContent {
  private var button: FloatingButton
  private var environment: Environment
  private var preferences: AppearancePreferences
  private(set) var configuration: ButtonConfiguration
  private var screen = ScreenLayout(monitors: [])
  private var positions: ButtonPositions
  /// The work area and the rest position that were last saved, so that a motion of the pointer costs no search.
  private var savedPosition: (Rect, UnitPoint)?
  private var panel = Panel()
  /// The icons that were found, by their names.
  private var icons: [String: Image] = [:]
  /// The last search for icons, of which the result may not have arrived.
  private var iconSearch: IconSearch?
  /// Whether the user has given the button the keyboard.
  private var hasKeyboard = false
  private var pointer = PointerTracker()
  private var visibility = Visibility()

  /// The content of the panel until it is closed.
  private struct Panel {
    /// The index of the menu that the panel shows, or `nil` for all items.
    var openMenu: Int?
    /// The reasons for which operations have failed.
    var failures: [ButtonAction.Operation: String] = [:]
    /// An operation that has failed and that is not in the panel, such as that of a gesture, which is shown as an item.
    var failedExtra: ButtonAction.Operation?
    /// The operations of the items of the panel and of the context menu.
    var operations: [ActionItem.ID: ButtonAction.Operation] = [:]
    /// Whether the button had the keyboard at the last choice.
    var choseByKeyboard = false
    var lastMode = FloatingButton.Mode.none
  }

  /// A reason for which the button is hidden.
  enum HidingReason { case user, screenshot }

  private struct Visibility {
    var hidingReasons: Set<HidingReason> = []
    /// Whether the user has shown the button above the current full-screen window.
    var isAboveFullScreen = false
  }

  /// Performs an operation.
  var perform: (ButtonAction.Operation) -> Void = { _ in }

  /// Called to perform a search for icons in the background. Pass the result to `show(_:of:at:)`.
  var onIconSearch: (IconSearch) -> Void = { _ in }

  /// Called when the panel, the menu or the move has ended.
  var onPanelClose: () -> Void = {}

  init(
    _ configuration: ButtonConfiguration, positions: ButtonPositions, preferences: AppearancePreferences,
    in environment: Environment
  ) {
    (self.configuration, self.positions) = (configuration, positions)
    (self.preferences, self.environment) = (preferences, environment)
    button = FloatingButton(configuration.button, in: environment)
    configure(configuration, at: .zero)
  }

  /// Applies a configuration.
  func configure(_ configuration: ButtonConfiguration, at now: Instant) {
    self.configuration = configuration
    iconSearch = nil
    resetItems()
    preferences.themes = AppearancePreferences.Themes(restyling: configuration.restyle)
    updateEnvironment(at: now)
    updateItems(at: now)
    placeButton(at: now)
  }

  /// Reads the button in place. A call of its methods alone copies it first.
  private func reading<Result>(_ body: (inout FloatingButton) -> Result) -> Result { body(&button) }

  private func updateEnvironment(at now: Instant, _ change: (inout Environment) -> Void = { _ in }) {
    preferences.apply(to: &environment)
    change(&environment)
    button.update(environment, at: now)
  }
}

// Events.
extension DesktopButton {
  func handle(_ event: WindowEvent, at now: Instant) -> [Effect] {
    var outcomes: [Outcome<FloatingButton.Action>] = []
    if case .input = event {} else { outcomes = button.advance(to: now).outcomes }
    switch event {
    case .input(let input):
      pointer.track(input)
      if handles(input, at: now) { break }
      let response = button.handle(input, at: now)
      outcomes = response.outcomes
      // No group does this for it.
      if case .accessibility = input, !response.isHandled { outcomes.append(.effect(.refuse)) }
    case .resized(_, let scale):
      updateEnvironment(at: now) { $0.scale = scale }
      updateItems(at: now)
    case .screenChanged(let layout): update(layout, at: now)
    case .settingsChanged(let settings):
      preferences.desktop = settings
      updateEnvironment(at: now)
      updateItems(at: now)
      placeButton(onMonitor: workAreas.firstIndex(of: button.container), at: now)
    case .timePassed, .appeared: break
    case .closeRequested: return [.close]
    }
    let effects = outcomes.compactMap { effect(of: $0, at: now) }
    updateAfterInput(at: now)
    return effects
  }

  /// Returns whether input was handled instead of by the button.
  private func handles(_ input: InputEvent, at now: Instant) -> Bool {
    switch input {
    case .windowFocusChanged(let isFocused):
      updateEnvironment(at: now) { $0.isWindowFocused = isFocused }
      // The button has released the keyboard itself. A panel that was opened since then stays open.
      return !isFocused && !hasKeyboard
    // Escape closes the innermost menu. The panel is open while a menu is.
    case .keyPressed(let press) where press.key == .escape && panel.openMenu != nil:
      if !press.isRepeat { choose(Self.backID, at: now) }
      return true
    default: return false
    }
  }

  private func effect(of outcome: Outcome<FloatingButton.Action>, at now: Instant) -> Effect? {
    switch outcome {
    case .effect(.focus): takeKeyboard(at: now)
    case .effect(let effect): return effect
    case .action(.toggled): break
    case .action(.doubleTapped): performGesture(configuration.doubleTap)
    case .action(.longPressed): performGesture(configuration.longPress)
    case .action(.chosen(let id)): choose(id, at: now)
    }
    return nil
  }

  private func performGesture(_ operation: ButtonAction.Operation?) {
    panel.choseByKeyboard = false
    if let operation { perform(operation) }
  }

  /// Releases the keyboard when the user no longer needs it, and saves the position of a moved button.
  private func updateAfterInput(at now: Instant) {
    let mode = reading { $0.mode }
    switch mode {
    case .menu, .move: if !hasKeyboard { takeKeyboard(at: now) }
    case .none where hasKeyboard:
      hasKeyboard = false
      button.focus(nil, at: now)
    case .panel, .none: break
    }
    if panel.lastMode != .none, mode == .none {
      onPanelClose()
      if panel.openMenu != nil || !panel.failures.isEmpty {
        resetItems()
        updateItems(at: now)
      }
    }
    panel.lastMode = mode
    let position = reading { ($0.container, $0.restPosition) }
    if let savedPosition, savedPosition == position { return }
    savedPosition = position
    if let index = workAreas.firstIndex(of: position.0) {
      positions.save(
        ButtonPositions.SavedPosition(monitor: index, position: position.1), for: screen.arrangement)
    }
  }

  private func resetItems() { (panel.openMenu, panel.failures, panel.failedExtra) = (nil, [:], nil) }

  private func takeKeyboard(at now: Instant) {
    hasKeyboard = true
    button.focus(0, at: now)
  }

  /// Shows the button until the user hides it or another window becomes full screen.
  func show() {
    visibility = Visibility(isAboveFullScreen: screen.fullScreenWindow != nil)
  }

  func hide(for reason: HidingReason) { visibility.hidingReasons.insert(reason) }

  /// Shows the button again, unless it is hidden for another reason.
  func endHiding(for reason: HidingReason) { visibility.hidingReasons.remove(reason) }

  /// Opens the panel for the keyboard, or closes it.
  func togglePanel(at now: Instant) -> [Effect] {
    guard !screen.isLocked, !screen.monitors.isEmpty else { return [] }
    visibility.hidingReasons = []
    let wasOpen = button.mode != .none
    if wasOpen, panel.openMenu != nil { choose(Self.backID, at: now) }
    takeKeyboard(at: now)
    let key = KeyPress(wasOpen ? .escape : .space)
    return handle(.input(.keyPressed(key)), at: now)
  }

  /// Lets the user move the button by keys or by a click.
  func beginMove(at now: Instant) -> [Effect] {
    takeKeyboard(at: now)
    return handle(.input(.keyPressed(KeyPress(.character("m")))), at: now)
  }

  /// Moves the button to an edge or a corner of its monitor.
  func move(to position: UnitPoint, at now: Instant) {
    button.move(to: position, in: button.container, at: now)
    updateAfterInput(at: now)
  }

  /// Shows in the panel that an operation has failed.
  ///
  /// - Parameter opensPanel: Whether to open the panel. Otherwise it shows the failure when the user opens it.
  func show(_ failure: ProgramText, of operation: ButtonAction.Operation, opensPanel: Bool, at now: Instant) {
    panel.failures[operation] = environment.text(failure)
    let index = configuration.items.firstIndex { $0.operations.contains(operation) }
    if index == nil { panel.failedExtra = operation }
    let isInUse = button.isPressed || button.mode != .none
    let opensPanel = opensPanel && !isInUse && placement(at: now) != nil
    if opensPanel { panel.openMenu = index.flatMap { configuration.items[$0].isMenu ? $0 : nil } }
    updateItems(at: now)
    guard opensPanel else { return }
    button.expand(highlightsFirst: false, at: now)
    if panel.choseByKeyboard {
      takeKeyboard(at: now)
      let item = button.configuration.actions.first { panel.operations[$0.id] == operation }
      item.map { button.highlight($0.id) }
    }
    panel.lastMode = .panel
  }
}

// The screen.
extension DesktopButton {
  private func update(_ layout: ScreenLayout, at now: Instant) {
    let index = workAreas.firstIndex(of: button.container)
    let isRearranged = layout.arrangement != screen.arrangement
    if layout.fullScreenWindow != screen.fullScreenWindow { visibility.isAboveFullScreen = false }
    (screen, savedPosition) = (layout, nil)
    guard isRearranged, let saved = positions.position(for: layout.arrangement) else {
      return placeButton(onMonitor: isRearranged ? nil : index, at: now)
    }
    let (areas, isFirst) = (workAreas, button.container.isEmpty)
    let area = areas[min(saved.monitor, areas.count - 1)]
    button.place(in: area, among: areas, at: now)
    button.move(to: saved.position, in: area, isAnimated: !isFirst, at: now)
  }

  /// Places the button on a monitor, or else in the work area that is nearest to it.
  private func placeButton(onMonitor index: Int? = nil, at now: Instant) {
    let areas = workAreas
    guard let first = areas.first else { return }
    let center = button.frame(at: now).center
    let nearest = areas.min { center.distance(to: $0) < center.distance(to: $1) }
    let area = index.map { areas[$0] } ?? (button.container.isEmpty ? first : nearest ?? first)
    button.place(in: area, among: areas, at: now)
  }

  /// The areas in which the button rests, one for each monitor. A work area in which it could not move is ignored.
  private var workAreas: [Rect] {
    screen.monitors.map { monitor in
      let (area, size) = (monitor.workArea.inset(by: Self.margin), configuration.size)
      let hasSpace = min(area.width, area.height) >= size && max(area.width, area.height) >= 2 * size
      return hasSpace ? area : monitor.frame.inset(by: Self.margin)
    }
  }

  /// The distance of the button from the edges of the work area, in logical pixels.
  private static let margin = 4.0

  func describe(into tree: inout AccessibleTree, at now: Instant) { button.describe(into: &tree, at: now) }

  func placement(at presentation: Instant) -> OverlayPlacement? {
    guard visibility.hidingReasons.isEmpty, !screen.isLocked, !screen.monitors.isEmpty else { return nil }
    let fullScreenWindow = screen.fullScreenWindow
    let isHiding = configuration.hidesOverFullScreen && !visibility.isAboveFullScreen
    return reading { button in
      // The hot key opens the panel above a full-screen window.
      if isHiding, fullScreenWindow?.contains(button.container.center) == true, button.mode == .none {
        return nil
      }
      let (frame, outlines) = button.coverage(at: presentation)
      return OverlayPlacement(frame: frame, outlines: outlines)
    }
  }

  func draw(into list: inout DisplayList, at presentation: Instant) {
    let background = screen.isComposited ? nil : environment.theme.colors.window
    reading { button in
      // Without a compositor, a dimmed button is opaque, and fades to the color of a window.
      if let background {
        list.fill(.rect(Rect(origin: .zero, size: button.coverage(at: presentation).extent.size)), background)
      }
      button.drawExtent(into: &list, at: presentation)
    }
  }

  func nextChange(after now: Instant) -> Instant? { reading { $0.nextChange(after: now) } }

  func cues(at now: Instant) -> WindowCues {
    let (pointer, hasKeyboard) = (pointer, hasKeyboard)
    return reading { button in
      var cues = pointer.cues(of: button, at: now)
      cues.wantsKeyboardGrab = hasKeyboard
      cues.wantsPointerGrab = button.mode != .none
      return cues
    }
  }
}

// The panel.
extension DesktopButton {
  private static let backID = "back"

  private func updateItems(at now: Instant) {
    searchIcons()
    panel.operations = [:]
    var options = configuration.button
    options.actions = makeItems()
    let commands: [BuiltInAction] = [.hide, .settings, .quit]
    options.menuItems = commands.map { item(ButtonAction(.builtIn($0)), id: "menu.\($0.name)") }
    button.reconfigure(options, at: now)
  }

  private func makeItems() -> [ActionItem] {
    if let openMenu = panel.openMenu, case .menu(_, _, let actions) = configuration.items[openMenu] {
      let back = ActionItem(id: Self.backID, label: environment.text(.back), icon: .back, keepsOpen: true)
      return [back] + actions.enumerated().map { item($1, id: "\(openMenu).\($0)") }
    }
    let items = configuration.items.enumerated().map { index, item in
      switch item {
      case .action(let action): self.item(action, id: "\(index)")
      case .menu(let name, let icon, _): self.item(id: "\(index)", name, icon, keepsOpen: true)
      }
    }
    guard let failedExtra = panel.failedExtra else { return items }
    let maximum = FloatingButton.Configuration.maximumActionCount
    return items.prefix(maximum - 1) + [item(ButtonAction(failedExtra), id: "extra")]
  }

  private func item(_ action: ButtonAction, id: ActionItem.ID) -> ActionItem {
    panel.operations[id] = action.operation
    return item(id: id, environment.text(action.title), action.icon)
  }

  private func item(id: ActionItem.ID, _ name: String, _ icon: ButtonIcon, keepsOpen: Bool = false)
    -> ActionItem
  {
    var item = ActionItem(id: id, label: name, icon: .command, keepsOpen: keepsOpen)
    item.detail = panel.operations[id].flatMap { panel.failures[$0] }
    if let failure = item.detail {
      // Orca omits a description that is similar to the name, such as the program that is missing.
      (item.detailColor, item.detailDescription) = (failureColor, environment.text(.failed(failure)))
    }
    switch icon {
    case .builtIn(let icon): item.icon = icon
    case .external(let name): item.image = icons[name]
    }
    return item
  }

  /// A red that can be read on the panel. That of the theme is the color of the button.
  private var failureColor: Color {
    let isDark = environment.theme.colors.text.red > 0.5
    return isDark ? Color(red: 1, green: 0.54, blue: 0.52) : Color(red: 0.66, green: 0, blue: 0.06)
  }

  /// Searches for the icons if the configuration, the icon theme or their size has changed since the last search.
  private func searchIcons() {
    let side = Int((environment.theme.actionGrid.iconSize * environment.scale).rounded())
    let search = IconSearch(names: configuration.iconNames, theme: preferences.desktop.iconTheme, side: side)
    guard search != iconSearch else { return }
    iconSearch = search
    icons = icons.filter { $0.value.width == side }
    onIconSearch(search)
  }

  /// Shows the icons that were found. Ignores the result of an earlier search.
  func show(_ images: [String: Image], of search: IconSearch, at now: Instant) {
    guard search == iconSearch else { return }
    icons = images
    updateItems(at: now)
  }

  private func choose(_ id: ActionItem.ID, at now: Instant) {
    panel.choseByKeyboard = hasKeyboard && !id.hasPrefix("menu.")
    if let operation = panel.operations[id] { return perform(operation) }
    let closedMenu = panel.openMenu
    panel.openMenu = id == Self.backID ? nil : Int(id)
    updateItems(at: now)
    guard hasKeyboard else { return }
    button.highlight(panel.openMenu.map { "\($0).0" } ?? "\(closedMenu ?? 0)")
  }
}
