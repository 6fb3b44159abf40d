import Motion
import Scene

/// The elements that are displayed above a token field.
struct TokenFieldOverlay {
  /// The bounds of the overlay, in the field's coordinates.
  var bounds = unlimitedBounds
  var completionPopup: CompletionPopup
  /// The range of the text that the completion list belongs to.
  var completedText = 0..<0
  /// Whether text has changed since the completions were last requested.
  var isTextNew = false
  var menu: ActionPanel
  /// The anchor geometry when the menu was opened.
  var menuAnchor = MenuAnchor()
  var tooltip: Tooltip

  init(in environment: Environment) {
    completionPopup = CompletionPopup(in: environment)
    menu = ActionPanel([], arrangement: .menu, in: environment)
    tooltip = Tooltip(in: environment)
  }

  mutating func update(_ environment: Environment, at now: Instant) {
    completionPopup.update(environment, at: now)
    menu.update(environment, at: now)
    tooltip.update(environment, at: now)
  }

  /// The anchor geometry of the menu: the size of the window, the width of the field and its scroll
  /// target.
  struct MenuAnchor: Hashable {
    var windowSize = Size.zero
    var width = 0.0
    var scrollTarget = 0.0
  }

  mutating func closeMenu(at now: Instant) { if menu.isOpen { _ = menu.dismiss(at: now) } }

  /// Larger than any window.
  private static let unlimitedBounds = Rect(center: .zero, size: Size(width: 1_000_000, height: 1_000_000))
}
