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
  var tooltip: Tooltip

  init(in environment: Environment) {
    self.environment = environment
    list = CompletionList(in: environment)
    menu = ActionPanel([], arrangement: .menu, in: environment)
    tooltip = Tooltip(in: environment)
  }

  /// More than any window has.
  private static let everywhere = Rect(
    center: .zero, size: Size(width: 1_000_000, height: 1_000_000))
}
