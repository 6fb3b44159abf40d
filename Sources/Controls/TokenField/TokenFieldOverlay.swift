import Motion
import Scene

/// What lies above a token field while it is used.
struct TokenFieldOverlay {
  var environment: Environment {
    didSet {
      list.environment = environment
      menu.environment = environment
      tooltip.environment = environment
    }
  }
  /// Where it may be, in the field's space.
  var surroundings = everywhere
  var list: CompletionList
  /// The text that the list is about.
  var completedText = 0..<0
  /// Whether text has changed since somebody looked what it may be meant for.
  var isTextNew = false
  var menu: ActionPanel
  /// What the menu was opened beside.
  var menuPlace = MenuPlace()
  var tooltip: Tooltip

  init(in environment: Environment) {
    self.environment = environment
    list = CompletionList(in: environment)
    menu = ActionPanel([], arrangement: .menu, in: environment)
    tooltip = Tooltip(in: environment)
  }

  /// What a menu stands beside: the window's size, the field's width, and how far that is scrolled.
  struct MenuPlace: Hashable {
    var room = Size.zero
    var width = 0.0
    var scrolled = 0.0
  }

  mutating func closeMenu(at now: Instant) {
    if menu.isOpen { _ = menu.closeItself(at: now) }
  }

  /// More than any window has.
  private static let everywhere = Rect(
    center: .zero, size: Size(width: 1_000_000, height: 1_000_000))
}
