import Scene

/// A change of an object that clients can receive.
enum AccessibleEvent: Hashable {
  case state(String, Bool)
  case name(String)
  case description(String)
  case value(Double)
  case inserted(String, at: Int)
  case deleted(String, at: Int)
  case caretMoved(Int)
  case textSelectionChanged
  case childAdded(AccessiblePath, at: Int)
  case childRemoved(AccessiblePath, at: Int)
  case selectionChanged
  case boundsChanged(Rect)
  case announcement(String, isUrgent: Bool)
  /// An event of a window: Create, Destroy, Activate or Deactivate.
  case window(String, title: String)

  /// The class as clients register for it, with all its parts.
  var registeredName: String {
    switch self {
    case .state(let name, _):
      "Object:StateChanged:"
        + name.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    case .name: "Object:PropertyChange:AccessibleName"
    case .description: "Object:PropertyChange:AccessibleDescription"
    case .value: "Object:PropertyChange:AccessibleValue"
    case .inserted: "Object:TextChanged:Insert"
    case .deleted: "Object:TextChanged:Delete"
    case .caretMoved: "Object:TextCaretMoved"
    case .textSelectionChanged: "Object:TextSelectionChanged"
    case .childAdded: "Object:ChildrenChanged:Add"
    case .childRemoved: "Object:ChildrenChanged:Remove"
    case .selectionChanged: "Object:SelectionChanged"
    case .boundsChanged: "Object:BoundsChanged"
    case .announcement: "Object:Announcement"
    case .window(let kind, _): "Window:\(kind)"
    }
  }
}

extension AccessibleText {
  /// The number of characters of clients.
  var count: Int {
    switch content {
    case .plain(let text): text.unicodeScalars.count
    case .obscured(let count): count
    }
  }

  /// Returns a part of the text as clients see it. That of a secret is made of bullets here.
  func characters(_ range: Range<Int>) -> String {
    let range = range.clamped(to: 0..<count)
    switch content {
    case .plain(let text):
      let scalars = text.unicodeScalars
      let start = scalars.index(scalars.startIndex, offsetBy: range.lowerBound)
      let part = scalars[start..<scalars.index(start, offsetBy: range.count)]
      // The bus has no character U+0000.
      return String(String.UnicodeScalarView(part.map { $0 == "\0" ? "\u{FFFD}" : $0 }))
    case .obscured: return String(repeating: "•", count: range.count)
    }
  }

  /// Returns the events of a change: at most one deletion and one insertion, between the common start and end.
  func events(since old: AccessibleText) -> [AccessibleEvent] {
    var events: [AccessibleEvent] = []
    let (deleted, inserted) = difference(from: old)
    if !deleted.isEmpty { events.append(.deleted(old.characters(deleted), at: deleted.lowerBound)) }
    if !inserted.isEmpty { events.append(.inserted(characters(inserted), at: inserted.lowerBound)) }
    if let caret, caret != old.caret { events.append(.caretMoved(caret)) }
    if selection != old.selection { events.append(.textSelectionChanged) }
    return events
  }

  /// Returns the part that was deleted from the old text, and the part that was inserted into this one.
  private func difference(from old: AccessibleText) -> (deleted: Range<Int>, inserted: Range<Int>) {
    switch (old.content, content) {
    case (.plain(let before), .plain(let after)):
      let (before, after) = (Array(before.unicodeScalars), Array(after.unicodeScalars))
      let start = zip(before, after).prefix { $0 == $1 }.count
      let limit = min(before.count, after.count) - start
      let end = zip(before.reversed(), after.reversed()).prefix(limit).prefix { $0 == $1 }.count
      return (start..<before.count - end, start..<after.count - end)
    case (.obscured(let before), .obscured(let after)):
      // Only the number is known: the change is at the caret.
      let start = max(0, min(caret ?? after, old.caret ?? before, before, after))
      return (start..<start + max(0, before - after), start..<start + max(0, after - before))
    default: return (0..<old.count, 0..<count)
    }
  }
}

extension AccessibleNode {
  /// The states whose changes are events, except the focus, with their names. The last one is whether the event has the
  /// opposite value.
  private static let stateEvents: [(AccessibleStates, name: String, isOpposite: Bool)] = [
    (.pressed, "pressed", false), (.checked, "checked", false), (.selected, "selected", false),
    (.expanded, "expanded", false), (.invalid, "invalid-entry", false),
    (.disabled, "sensitive", true), (.disabled, "enabled", true), (.offscreen, "showing", true),
    (.readOnly, "editable", true),
  ]

  /// Returns the events of a change of the same object, except those of the focus.
  func events(since old: AccessibleNode) -> [AccessibleEvent] {
    guard self != old else { return [] }
    var events: [AccessibleEvent] = []
    // The reason comes first: a screen reader reads it when the state changes.
    // Not while the user types there: the screen reader would read it in addition to the announcement.
    if description != old.description, text == nil || !states.contains(.focused) {
      events.append(.description(description))
    }
    if name != old.name { events.append(.name(name)) }
    for (state, name, isOpposite) in Self.stateEvents
    where states.contains(state) != old.states.contains(state) {
      events.append(.state(name, states.contains(state) != isOpposite))
    }
    if let value, value.number != old.value?.number { events.append(.value(value.number)) }
    if let text, let before = old.text { events += text.events(since: before) }
    if frame != old.frame { events.append(.boundsChanged(frame)) }
    return events
  }
}

extension Outline {
  /// Returns the differences from an earlier outline of the same window, in the order in which they are sent.
  ///
  /// The focus comes after the other changes, lost before gained: a screen reader reads what it finds when the focus
  /// arrives, and interrupts its speech. So announcements come last, without those that it reads with the focus.
  func events(since old: Outline) -> [(path: AccessiblePath, event: AccessibleEvent)] {
    var events: [(AccessiblePath, AccessibleEvent)] = []
    var announcements: [(AccessiblePath, AccessibleAnnouncement)] = []
    var (lost, gained): ([AccessiblePath], [AccessibleTree.Entry]) = ([], [])
    let hasSameObjects = hasObjects(of: old)
    let changed =
      hasSameObjects && isActive == old.isActive
      ? entries.indices.filter {
        entries[$0].node != old.entries[$0].node || entries[$0].selected != old.entries[$0].selected
      } : nil
    for index in changed ?? Array(entries.indices) {
      let entry = entries[index]
      let before = hasSameObjects ? old.entries[index] : old[entry.path]
      if hasFocus(entry), !old.hasFocus(before) {
        // It may have changed while the user typed there. A screen reader reads it at each event that follows.
        if entry.node.text != nil { events.append((entry.path, .description(entry.node.description))) }
        gained.append(entry)
      }
      if let before {
        events += entry.node.events(since: before.node).map { (entry.path, $0) }
        if before.selected != entry.selected { events.append((entry.path, .selectionChanged)) }
      } else if case .item = entry.path.last {
        // An element that no event concerned before was neither selected nor focused.
        if entry.node.states.contains(.selected) { events.append((entry.path, .state("selected", true))) }
      } else {
        events.append((parent(of: entry.path), .childAdded(entry.path, at: entry.index)))
      }
      if let new = entry.node.announcement, new != before?.node.announcement {
        announcements.append((entry.path, new))
      }
    }
    for index in changed ?? Array(old.entries.indices) {
      let entry = old.entries[index]
      let after = hasSameObjects ? entries[index] : self[entry.path]
      if old.hasFocus(entry), !hasFocus(after) { lost.append(entry.path) }
      guard after == nil else { continue }
      if case .item = entry.path.last {
        if entry.node.states.contains(.selected) { events.append((entry.path, .state("selected", false))) }
      } else {
        events.append((old.parent(of: entry.path), .childRemoved(entry.path, at: entry.index)))
      }
    }
    announcements.removeAll { announcement in
      gained.contains { $0.node.description.contains(announcement.1.text) }
    }
    return events + lost.map { ($0, .state("focused", false)) }
      + gained.map { ($0.path, .state("focused", true)) }
      + announcements.map { ($0, .announcement($1.text, isUrgent: $1.isUrgent)) }
  }

  /// Returns whether keys go to an object.
  private func hasFocus(_ entry: AccessibleTree.Entry?) -> Bool {
    isActive && entry?.node.states.contains(.focused) == true
  }
}
