import Motion
import Scene

extension ActionPanel {
  mutating func keyPressed(_ press: KeyPress, at now: Instant) -> Response<Action> {
    guard press.modifiers.isDisjoint(with: .command) else { return .ignored }
    switch press.key {
    case .escape: return Response(isHandled: true, actions: closeItself(at: now))
    case .menu where arrangement == .menu, .function(10) where isShiftedInMenu(press):
      return Response(isHandled: true, actions: closeItself(at: now))
    case .enter, .space:
      // The repetition of a key that opened the panel chooses nothing.
      guard !press.isRepeat, let highlighted else { return .handled() }
      return Response(isHandled: true, actions: choose(highlighted, at: now))
    case .character: typed(press.text, at: now)
    default:
      if let step = Step(press) { take(step) }
    }
    return .handled()
  }

  /// Goes to the item whose label begins with what is typed.
  mutating func typed(_ text: TypedText, at now: Instant) {
    let found = typeAhead.find(
      text, from: highlightedIndex, in: items.map { $0.isEnabled ? $0.label : "" }, at: now)
    if let found { highlight = .byKeys(items[found].id) }
  }

  /// Shift+F10 is the Menu key of keyboards that have none.
  private func isShiftedInMenu(_ press: KeyPress) -> Bool {
    arrangement == .menu && press.modifiers.contains(.shift)
  }

  /// What a key that opens the panel highlights.
  var firstHighlight: Highlight {
    items.first(where: \.isEnabled).map { .byKeys($0.id) } ?? .none
  }

  private var highlightedIndex: Int? {
    highlighted.flatMap { id in items.firstIndex { $0.id == id } }
  }

  /// A way from one item to another.
  private enum Step {
    case first, last, next, previous
    case leading, trailing, up, down

    init?(_ press: KeyPress) {
      switch press.key {
      case .home: self = .first
      case .end: self = .last
      case .tab: self = press.modifiers.contains(.shift) ? .previous : .next
      case .left: self = .leading
      case .right: self = .trailing
      case .up: self = .up
      case .down: self = .down
      default: return nil
      }
    }
  }

  private mutating func take(_ step: Step) {
    guard !items.isEmpty, let index = arrangement == .grid ? inGrid(step) : inMenu(step)
    else { return }
    if items[index].isEnabled { highlight = .byKeys(items[index].id) }
  }

  /// Up and down go around the ends, as in every menu; there is nothing beside a row.
  private func inMenu(_ step: Step) -> Int? {
    switch step {
    case .up: inOrder(.previous)
    case .down: inOrder(.next)
    case .leading, .trailing: nil
    case .first, .last, .next, .previous: inOrder(step)
    }
  }

  /// Arrows stop at the edges.
  private func inGrid(_ step: Step) -> Int? {
    let (count, columns) = (items.count, contents.columns)
    guard let index = highlightedIndex else {
      return step == .last || step == .previous ? count - 1 : 0
    }
    let column = index % columns
    switch step {
    case .leading: return column > 0 ? index - 1 : index
    case .trailing: return column < columns - 1 ? min(index + 1, count - 1) : index
    case .up: return contents.cell(above: index) ?? index
    case .down: return contents.cell(below: index) ?? index
    case .first, .last, .next, .previous: return inOrder(step)
    }
  }

  /// From one item that can be chosen to the one before or after, around the ends.
  private func inOrder(_ step: Step) -> Int? {
    let enabled = items.indices.filter { items[$0].isEnabled }
    switch step {
    case .first: return enabled.first
    case .last: return enabled.last
    case .next: return enabled.first { $0 > highlightedIndex ?? -1 } ?? enabled.first
    case .previous: return enabled.last { $0 < highlightedIndex ?? items.count } ?? enabled.last
    case .leading, .trailing, .up, .down: return nil
    }
  }
}
