import Motion
import Scene

extension ActionPanel {
  mutating func keyPressed(_ press: KeyPress, at now: Instant) -> Response<Action> {
    guard press.modifiers.isDisjoint(with: .command) else { return .ignored }
    switch press.key {
    case .escape: return Response(isHandled: true, actions: press.isRepeat ? [] : dismiss(at: now))
    case .menu where arrangement == .menu, .function(10) where isShiftDownInMenu(press):
      return Response(isHandled: true, actions: press.isRepeat ? [] : dismiss(at: now))
    case .space where typeAhead.continues(withSpaceIn: enabledLabels, at: now): typed(TypedText(" "), at: now)
    case .enter, .space:
      // The key that opened the panel may still be repeating. It must not choose an item.
      guard !press.isRepeat, let highlighted else { return .handled() }
      return Response(isHandled: true, actions: choose(highlighted, at: now))
    case .character: typed(press.text, at: now)
    default: if let step = Step(press) { apply(step) }
    }
    return .handled()
  }

  /// Highlights an enabled item of the open panel, as keys do.
  mutating func highlight(_ id: ActionItem.ID) {
    if isOpen, items.contains(where: { $0.id == id && $0.isEnabled }) { highlightedByKeys = id }
  }

  /// Highlights the enabled item whose label begins with the typed text.
  mutating func typed(_ text: TypedText, at now: Instant) {
    let found = typeAhead.find(text, from: highlightedIndex, in: enabledLabels, at: now)
    if let found { highlightedByKeys = items[found].id }
  }

  /// The labels of all items, empty for those that cannot be chosen.
  private var enabledLabels: [String] { items.map { $0.isEnabled ? $0.label : "" } }

  /// Returns whether Shift is down in a menu. Shift+F10 replaces the Menu key on keyboards without
  /// one.
  private func isShiftDownInMenu(_ press: KeyPress) -> Bool {
    arrangement == .menu && press.modifiers.contains(.shift)
  }

  private var highlightedIndex: Int? { highlighted.flatMap { id in items.firstIndex { $0.id == id } } }

  /// A movement of the highlight by key.
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

  /// Moves the highlight, unless the target is disabled.
  private mutating func apply(_ step: Step) {
    guard !items.isEmpty, let index = arrangement == .grid ? gridTarget(step) : linearTarget(step) else {
      return
    }
    if items[index].isEnabled { highlightedByKeys = items[index].id }
  }

  /// Returns the target of a step in a grid. Arrow keys stop at the edges.
  private func gridTarget(_ step: Step) -> Int? {
    let (count, columns) = (items.count, contents.columns)
    guard let index = highlightedIndex else { return step == .last || step == .previous ? count - 1 : 0 }
    let column = index % columns
    switch step {
    case .leading: return column > 0 ? index - 1 : index
    case .trailing: return column < columns - 1 ? min(index + 1, count - 1) : index
    case .up: return contents.cell(above: index) ?? index
    case .down: return contents.cell(below: index) ?? index
    case .first, .last, .next, .previous: return linearTarget(step)
    }
  }

  /// Returns the target of a step through the enabled items in order, wrapping around at the ends. Left and Right
  /// do nothing.
  private func linearTarget(_ step: Step) -> Int? {
    let enabled = items.indices.filter { items[$0].isEnabled }
    switch step {
    case .first: return enabled.first
    case .last: return enabled.last
    case .next, .down: return enabled.first { $0 > highlightedIndex ?? -1 } ?? enabled.first
    case .previous, .up: return enabled.last { $0 < highlightedIndex ?? items.count } ?? enabled.last
    case .leading, .trailing: return nil
    }
  }
}
