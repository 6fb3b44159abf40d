import Controls
import Motion
import Scene

/// A label followed by one button for each kind of generated password. The actions are the indices of
/// pressed buttons.
///
/// The row is one focus stop. The arrow keys move the focus between the buttons.
struct GeneratorRow: CompositeControl {
  let group: ControlGroup<Int>
  /// The index of the button that has the keyboard focus when the row has it.
  private(set) var selected = 0
  private let buttons: [Child<CapsuleButton>]
  private var isFocused = false
  private(set) var frame = Rect.zero
  /// The label, elided to the available width.
  private var label = ""

  /// Creates a row.
  ///
  /// - Parameter labels: The labels of the buttons in leading-to-trailing order; at least one.
  init(_ labels: [String], in environment: Environment) {
    group = ControlGroup(.manual, in: environment)
    buttons = labels.enumerated().map { [group] index, label in
      group.add(CapsuleButton(AccessKeyLabel(label), style: .compact, in: environment)) { _ in [index] }
    }
  }

  /// Returns `true`: the buttons change only through the row.
  static var isCacheable: Bool { true }

  /// Selects the button that has the keyboard focus when the row has it.
  mutating func select(_ index: Int, at now: Instant) {
    selected = max(0, min(index, buttons.count - 1))
    if isFocused { group.focus(selected, at: now) }
  }

  mutating func layOut(at origin: Point, width: Double, at now: Instant) {
    let style = theme.passwordForm
    frame = Rect(origin: origin, size: Size(width: width, height: height))
    let buttonsWidth = buttons.reduce(0) { $0 + $1.control.size.width + style.generatorButtonGap }
    let gap = style.generatorLabelGap - style.generatorButtonGap
    label = DisplaySanitizer.elided(
      environment.text(.generate), toFit: frame.width - buttonsWidth - gap, style: theme.fonts.caption,
      measuring: environment.text)
    let indent = label.isEmpty ? 0 : labelMetrics.advance + style.generatorLabelGap
    var left = environment.snapped(frame.minX + indent)
    for button in buttons {
      button.layOut(at: Point(x: left, y: frame.minY), width: max(0, frame.maxX - left), at: now)
      left = environment.snapped(button.frame.maxX + style.generatorButtonGap)
    }
  }

  /// The height of the buttons.
  var height: Double { buttons.reduce(0) { max($0, $1.control.size.height) } }

  private var labelMetrics: TextMetrics { environment.text.metrics(of: label, style: theme.fonts.caption) }

  mutating func handle(_ event: InputEvent, at now: Instant) -> Response<Int> {
    if isFocused, let next = nextIndex(for: event) {
      select(next, at: now)
      return .handled()
    }
    var response = group.handle(event, at: now)
    for (position, outcome) in response.outcomes.enumerated() {
      switch outcome {
      case .action(let index): select(index, at: now)
      case .effect(.focus(let index)):
        select(index, at: now)
        // The row is one stop.
        response.outcomes[position] = .effect(.focus(0))
      case .effect: break
      }
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

  func draw(into list: inout DisplayList, at now: Instant) {
    list.line(label, theme.fonts.caption, theme.colors.secondaryText, in: frame, environment)
    group.draw(into: &list, at: now)
  }

  func describe(into tree: inout AccessibleTree, at now: Instant) {
    for button in buttons {
      group.describe(button, into: &tree, at: now) { $0.description = environment.text(.generate) }
    }
  }

  var focusStopCount: Int { 1 }

  mutating func focus(_ stop: Int?, at now: Instant) {
    isFocused = stop != nil
    group.focus(isFocused ? selected : nil, at: now)
  }

  func currentFocusStop(_ stop: Int) -> Int? { stop }

  func frame(ofFocusStop stop: Int, at now: Instant) -> Rect { frame }
}
