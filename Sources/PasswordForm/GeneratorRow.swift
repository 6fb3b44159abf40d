import Controls
import Motion
import Scene

/// A label followed by one button for each kind of generated password.
///
/// The row is one focus stop. The arrow keys move the focus between the buttons.
struct GeneratorRow: ColumnControl {
  /// The actions of the row that its owner performs.
  enum Action: Hashable {
    /// The user pressed the button with this index.
    case pressed(Int)
  }

  private(set) var environment: Environment
  /// The index of the button that has the keyboard focus when the row has it.
  private(set) var selected = 0
  private var buttons: [CompactButton]
  private var isFocused = false
  private(set) var frame = Rect.zero
  /// The label, elided to the available width.
  private var label = ""

  private static let labelText = "Generate"

  /// Creates a row.
  ///
  /// - Parameter labels: The labels of the buttons in leading-to-trailing order; at least one.
  init(_ labels: [String], in environment: Environment) {
    buttons = labels.map { CompactButton($0, in: environment) }
    self.environment = environment
  }

  mutating func update(_ environment: Environment, at now: Instant) {
    self.environment = environment
    for index in buttons.indices { buttons[index].update(environment, at: now) }
  }

  /// Selects the button that has the keyboard focus when the row has it.
  mutating func select(_ index: Int) {
    selected = max(0, min(index, buttons.count - 1))
    for index in buttons.indices { buttons[index].press.isFocused = isFocused && index == selected }
  }

  /// Sets the position and the width. Buttons overflow a row that is too narrow.
  mutating func layOut(at origin: Point, width: Double, at now: Instant) {
    typealias Style = Theme.PasswordForm
    let height = environment.snapped(Style.CompactButton.height)
    frame = Rect(origin: origin, size: Size(width: width, height: height))
    let buttonsWidth = buttons.reduce(0) { $0 + $1.size.width + Style.generatorSpacing.buttons }
    let gap = Style.generatorSpacing.label - Style.generatorSpacing.buttons
    label = DisplaySanitizer.elided(
      Self.labelText, toFit: frame.width - buttonsWidth - gap, style: Theme.Fonts.caption,
      measuring: environment.text)
    let indent = label.isEmpty ? 0 : labelMetrics.advance + Style.generatorSpacing.label
    var left = environment.snapped(frame.minX + indent)
    for index in buttons.indices {
      buttons[index].layOut(at: Point(x: left, y: frame.minY), width: frame.maxX - left, at: now)
      left = buttons[index].frame.maxX + Style.generatorSpacing.buttons
    }
  }

  private var labelMetrics: TextMetrics { environment.text.metrics(of: label, style: Theme.Fonts.caption) }

  mutating func advance(to now: Instant) -> [Action] { [] }

  mutating func handle(_ event: InputEvent, at now: Instant) -> Response<Action> {
    if isFocused, let next = nextIndex(for: event) {
      select(next)
      return .handled()
    }
    var response = Response<Action>.ignored
    for index in buttons.indices {
      let part = buttons[index].handle(event, at: now)
      response.isHandled = response.isHandled || part.isHandled
      guard !part.actions.isEmpty else { continue }
      select(index)
      response.actions.append(.pressed(index))
    }
    return response
  }

  /// Returns the index of the button that a key moves the focus to, or `nil` for other keys.
  private func nextIndex(for event: InputEvent) -> Int? {
    guard case .keyPressed(let press) = event, press.modifiers.isEmpty else { return nil }
    return switch press.key {
    case .left: selected - 1
    case .right: selected + 1
    case .home: 0
    case .end: buttons.count - 1
    default: nil
    }
  }

  func nextChange(after now: Instant) -> Instant? { nil }

  func draw(into list: inout DisplayList, at now: Instant) {
    let metrics = labelMetrics
    list.text(
      label, Theme.Fonts.caption, environment.theme.colors.secondaryText,
      at: Point(x: frame.minX, y: frame.midY - metrics.height / 2 + metrics.ascent), metrics: metrics)
    for button in buttons { button.draw(into: &list, at: now) }
  }

  func pointerShape(over point: Point, at now: Instant) -> PointerShape? {
    for button in buttons { if let shape = button.pointerShape(over: point, at: now) { return shape } }
    return nil
  }

  var focusStopCount: Int { 1 }

  mutating func focus(_ stop: Int?, at now: Instant) {
    isFocused = stop != nil
    select(selected)
  }

  /// Returns `nil`, because a press does not move the focus.
  func focusStop(under point: Point, at now: Instant) -> Int? { nil }

  func frame(ofFocusStop stop: Int, at now: Instant) -> Rect { frame }
}
