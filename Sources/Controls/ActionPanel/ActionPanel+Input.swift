import Gestures
package import Motion
package import Scene

extension ActionPanel {
  /// The identity of the highlighted item, which Enter and Space choose, or `nil` for none.
  package var highlighted: ActionItem.ID? { highlightedByKeys ?? recognizer.hovered.map { items[$0].id } }

  package mutating func handle(_ event: InputEvent, at now: Instant) -> Response<Action> {
    guard isOpen else { return .ignored }
    switch event {
    case .pointerMoved:
      recognize(event, at: now)
      return .handled()
    case .pointerPressed(let press): return Response(isHandled: true, actions: pressed(press, at: now))
    case .pointerReleased(let press): return Response(isHandled: true, actions: released(press, at: now))
    case .scrolled: return .handled()
    case .keyPressed(let press): return keyPressed(press, at: now)
    case .textCommitted(let text):
      typed(text, at: now)
      return .handled()
    case .pointerLeft:
      recognize(event, at: now)
      return .ignored
    case .pointerGrabLost: return Response(isHandled: false, actions: dismiss(at: now))
    case .windowFocusChanged(let isFocused):
      return Response(isHandled: false, actions: isFocused ? [] : dismiss(at: now))
    case .windowHidden: return Response(isHandled: false, actions: closeImmediately(at: now))
    case .accessibility(let request): return handle(request, at: now)
    case .preeditChanged, .data, .keyboardChanged, .windowObscured: return .ignored
    }
  }

  package func pointerShape(over point: Point, at now: Instant) -> PointerShape? {
    guard isOpen else { return nil }
    return item(at: point, now) == nil ? .arrow : .hand
  }

  // Pointer input.

  /// The time after opening in which a press closes the panel. Without it, the second press of a
  /// double click could choose an item that appears under the pointer.
  private static let pressGuard = Duration.milliseconds(250)
  /// The maximum duration and movement of a press that opens a menu and leaves it open.
  private static let click = (duration: Duration.milliseconds(300), slop: 8.0)

  /// Updates the hover and press state. The pointer on an item replaces a highlight by keys.
  @discardableResult
  private mutating func recognize(_ event: InputEvent, at now: Instant) -> PressRecognizer.Outcome {
    let index = event.pointerPosition.flatMap { item(at: $0, now) }
    // A window that changes under the pointer reports its position again.
    let isAtRest = if case .pointerMoved(let point) = event { point == pointer } else { false }
    if index != nil, !isAtRest { highlightedByKeys = nil }
    pointer = event.pointerPosition ?? pointer
    return recognizer.handle(event, at: now, over: index)
  }

  private mutating func pressed(_ press: PointerPress, at now: Instant) -> [Action] {
    let isInside = outline(at: now).contains(press.position) || openOutline.contains(press.position)
    guard isInside, now >= openedAt + Self.pressGuard else { return dismiss(at: now) }
    isOpeningPress = false
    recognize(.pointerPressed(press), at: now)
    return []
  }

  private mutating func released(_ release: PointerPress, at now: Instant) -> [Action] {
    if isOpeningPress {
      isOpeningPress = false
      return releasedAfterOpening(at: release.position, now)
    }
    guard case .tapped(let index) = recognize(.pointerReleased(release), at: now) else { return [] }
    return choose(items[index].id, at: now)
  }

  /// Handles the release of the press that opened the menu. It chooses the item under the pointer,
  /// or closes the menu if the pointer is outside it and not near the source. A short click near
  /// the source leaves the menu open.
  private mutating func releasedAfterOpening(at point: Point, _ now: Instant) -> [Action] {
    let isNear = point.distance(to: point.clamped(to: source.rect)) <= Self.click.slop
    if isNear, now < openedAt + Self.click.duration { return [] }
    if let index = item(at: point, now) { return choose(items[index].id, at: now) }
    return isNear || openOutline.contains(point) ? [] : dismiss(at: now)
  }

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

/// Finds an item by typed letters at the beginning of its label.
///
/// Stores typed text only while it matches a label. A password that the user types into a menu by
/// mistake is not stored.
struct TypeAhead: Sendable {
  /// The maximum pause between typed letters that are part of the same search text.
  private static let typingPause = Duration.seconds(1)

  /// The typed text in lowercase: the beginning of a label or of a word in a label.
  private var prefix = ""
  /// Whether the typed text matches no label. Further text without a pause is then ignored.
  private var hasFailed = false
  private var lastTyped: Instant?

  /// Adds typed text and returns the matching item.
  ///
  /// A single letter, also a repeated one, moves to the next label that begins with it. Several
  /// letters stay on the current item while its label begins with them, unless another label equals
  /// them. If no label begins with the letters, labels with a later word that does are matched.
  ///
  /// - Parameters:
  ///   - text: The typed text.
  ///   - current: The index of the current item, or `nil` for none.
  ///   - labels: The labels of all items.
  /// - Returns: The index of the matching item, or `nil` for none.
  mutating func find(_ text: TypedText, from current: Int?, in labels: [String], at now: Instant) -> Int? {
    let typed = text.lowercasedText
    guard !typed.isEmpty else { return nil }
    if let lastTyped, lastTyped.duration(to: now) > Self.typingPause { self = TypeAhead() }
    lastTyped = now
    guard !hasFailed else { return nil }
    if !(prefix.count == 1 && typed == prefix) { prefix += typed }
    let start = current.map { prefix.count == 1 ? $0 + 1 : $0 } ?? 0
    let found = firstIndex(in: labels.map { $0.lowercased() }, from: start)
    if found == nil { (prefix, hasFailed) = ("", true) }
    return found
  }

  /// Returns whether a space belongs to the typed text, because a label begins with both.
  func continues(withSpaceIn labels: [String], at now: Instant) -> Bool {
    guard let lastTyped, lastTyped.duration(to: now) <= Self.typingPause, !prefix.isEmpty else {
      return false
    }
    return labels.contains { $0.lowercased().hasPrefix("\(prefix) ") }
  }

  /// Returns the label that equals the prefix. Otherwise returns the first label from `start`,
  /// wrapping around, that begins with the prefix, or else that has a word beginning with it.
  private func firstIndex(in labels: [String], from start: Int) -> Int? {
    let order = labels.indices.map { (start + $0) % labels.count }
    // A single letter never matches a whole label, because it moves from one label to the next.
    let exactMatch = prefix.count > 1 ? order.first { labels[$0] == prefix } : nil
    return exactMatch ?? order.first { labels[$0].hasPrefix(prefix) }
      ?? order.first { hasMatchingWord(labels[$0]) }
  }

  private func hasMatchingWord(_ label: String) -> Bool {
    label.indices.contains { index in
      label[index] == " " && label[label.index(after: index)...].hasPrefix(prefix)
    }
  }
}

extension TypedText {
  /// The text in lowercase, or an empty string if it contains control characters or invalid UTF-8.
  fileprivate var lowercasedText: String {
    withUTF8 { bytes in
      guard let valid = try? UTF8Span(validating: bytes) else { return "" }
      let text = String(copying: valid)
      let isText = text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
      return isText ? text.lowercased() : ""
    }
  }
}
