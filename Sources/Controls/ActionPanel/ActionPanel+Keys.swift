import Motion
import Scene

extension ActionPanel {
  mutating func keyPressed(_ press: KeyPress, at now: Instant) -> Response<Action> {
    guard press.modifiers.isDisjoint(with: .command) else { return .ignored }
    switch press.key {
    case .escape: return Response(isHandled: true, actions: press.isRepeat ? [] : dismiss(at: now))
    // Shift+F10 replaces the Menu key on keyboards without one.
    case .menu where arrangement == .menu,
      .function(10) where arrangement == .menu && press.modifiers.contains(.shift):
      return Response(isHandled: true, actions: press.isRepeat ? [] : dismiss(at: now))
    case .space where typeAhead.continues(withSpaceIn: enabledLabels, at: now): typed(TypedText(" "), at: now)
    case .enter, .space:
      // The key that opened the panel may still be repeating. It must not choose an item.
      guard !press.isRepeat, let highlighted else { return .handled() }
      return Response(isHandled: true, actions: choose(highlighted, at: now))
    case .character: typed(press.text, at: now)
    default: moveHighlight(by: press)
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

  private var highlightedIndex: Int? { highlighted.flatMap { id in items.firstIndex { $0.id == id } } }

  /// Moves the highlight to another enabled item.
  private mutating func moveHighlight(by press: KeyPress) {
    let enabled = items.indices.filter { items[$0].isEnabled }
    let target = arrangement == .grid ? gridTarget(of: press, among: enabled) : nil
    if let index = target ?? linearTarget(of: press, among: enabled) { highlightedByKeys = items[index].id }
  }

  /// Returns the target of an arrow key in a grid. `nil` for another key.
  ///
  /// Without an item in its direction, the key goes to the previous or the next one, because a screen reader presents the
  /// grid as a menu. Arrow keys stop at the first and the last item.
  private func gridTarget(of press: KeyPress, among enabled: [Int]) -> Int? {
    guard [.left, .right, .up, .down].contains(press.key) else { return nil }
    guard let index = highlightedIndex else { return enabled.first }
    let goesBack = press.key == .left || press.key == .up
    let neighbor = goesBack ? enabled.last { $0 < index } : enabled.first { $0 > index }
    let inColumn: Int? =
      switch press.key {
      case .up: contents.cell(above: index)
      case .down: contents.cell(below: index)
      default: nil
      }
    return inColumn.flatMap { enabled.contains($0) ? $0 : nil } ?? neighbor ?? index
  }

  /// Returns the target of a key that steps through the enabled items in order, wrapping around at the ends.
  private func linearTarget(of press: KeyPress, among enabled: [Int]) -> Int? {
    switch press.key {
    case .home: return enabled.first
    case .end: return enabled.last
    case .up,
      .tab where press.modifiers.contains(.shift):
      return enabled.last { $0 < highlightedIndex ?? items.count } ?? enabled.last
    case .down, .tab: return enabled.first { $0 > highlightedIndex ?? -1 } ?? enabled.first
    default: return nil
    }
  }
}
