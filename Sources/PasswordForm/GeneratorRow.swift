import Controls
import Motion
import Scene

/// A label, and behind it a button for each kind of password that can be made.
///
/// To the keyboard it is one stop: arrows lead from button to button.
struct GeneratorRow: Control {
  /// What the row asks its owner to do.
  enum Action: Hashable {
    /// A person pressed the button with this index.
    case pressed(Int)
  }

  var environment: Environment {
    didSet {
      for index in buttons.indices { buttons[index].environment = environment }
    }
  }
  /// Which button the keyboard's focus is on, or comes to.
  private(set) var chosen = 0
  private var buttons: [SmallButton]
  private var isFocused = false
  private(set) var frame = Rect.zero
  /// As much of it as there is room for.
  private var label = ""

  private static let label = "Generate"

  /// - Parameter labels: Of the buttons, from the leading to the trailing side; at least one.
  init(_ labels: [String], in environment: Environment) {
    buttons = labels.map { SmallButton($0, in: environment) }
    self.environment = environment
  }

  /// In logical pixels.
  var height: Double { environment.snapped(Theme.PasswordForm.SmallButton.height) }

  /// Has the keyboard's focus on another button, or come to it.
  mutating func choose(_ index: Int) {
    chosen = max(0, min(index, buttons.count - 1))
    for index in buttons.indices { buttons[index].press.isFocused = isFocused && index == chosen }
  }

  /// - Parameter frame: As high as `height`. Where it is too narrow for the buttons, they stand out.
  mutating func place(in frame: Rect) {
    typealias Look = Theme.PasswordForm
    self.frame = frame
    let taken = buttons.reduce(0) { $0 + $1.size.width + Look.generatorSpacing.buttons }
    let gap = Look.generatorSpacing.label - Look.generatorSpacing.buttons
    label = DisplayText.elided(
      Self.label, toFit: frame.width - taken - gap, style: Theme.Fonts.caption,
      measuring: environment.text)
    let indent = label.isEmpty ? 0 : labelMetrics.advance + Look.generatorSpacing.label
    var left = environment.snapped(frame.minX + indent)
    for index in buttons.indices {
      buttons[index].place(at: Point(x: left, y: frame.minY))
      left = buttons[index].frame.maxX + Look.generatorSpacing.buttons
    }
  }

  private var labelMetrics: TextMetrics {
    environment.text.metrics(of: label, style: Theme.Fonts.caption)
  }

  mutating func advance(to now: Instant) -> [Action] { [] }

  mutating func handle(_ event: InputEvent, at now: Instant) -> Response<Action> {
    if isFocused, let next = next(event) {
      choose(next)
      return .handled()
    }
    var response = Response<Action>(isHandled: false, changesNothing: true)
    for index in buttons.indices {
      let part = buttons[index].handle(event, at: now)
      response.note(part)
      guard !part.actions.isEmpty else { continue }
      choose(index)
      response.actions.append(.pressed(index))
    }
    return response
  }

  /// Which button a key leads to.
  private func next(_ event: InputEvent) -> Int? {
    guard case .keyPressed(let press) = event, press.modifiers.isEmpty else { return nil }
    return switch press.key {
    case .left: chosen - 1
    case .right: chosen + 1
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
      at: Point(x: frame.minX, y: frame.midY - metrics.height / 2 + metrics.ascent),
      metrics: metrics)
    for button in buttons { button.draw(into: &list, at: now) }
  }

  func pointerShape(over point: Point, at now: Instant) -> PointerShape? {
    for button in buttons {
      if let shape = button.pointerShape(over: point, at: now) { return shape }
    }
    return nil
  }

  var focusStopCount: Int { 1 }

  mutating func focus(_ stop: Int?, at now: Instant) {
    isFocused = stop != nil
    choose(chosen)
  }

  /// A press keeps the focus where it is.
  func focusStop(under point: Point, at now: Instant) -> Int? { nil }

  func frame(ofFocusStop stop: Int, at now: Instant) -> Rect { frame }
}
