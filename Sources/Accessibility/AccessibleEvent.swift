import DBus
import Scene

/// A change of an object, as a signal that clients can receive.
struct AccessibleEvent: Hashable {
  /// The last part of the interface.
  var interface = "Object"
  var member: String
  /// The last part of the class for which clients register.
  var name = ""
  var detail = 0
  var count = 0
  var value = BusValue.string("")
  /// The object to which the value refers, instead of a value.
  var child: AccessiblePath?

  /// The classes of all events without their last parts. A client that waits for none of them does not read the program.
  static let classes = """
    Object:Announcement: Object:BoundsChanged: Object:ChildrenChanged: Object:PropertyChange: Object:SelectionChanged: \
    Object:StateChanged: Object:TextCaretMoved: Object:TextChanged: Object:TextSelectionChanged: \
    Window:Create: Window:Destroy: Window:Activate: Window:Deactivate:
    """.split(separator: " ")

  /// The class with all its parts.
  var registeredName: String { "\(interface):\(member):\(name)" }

  /// The last part in the event itself, such as "invalid-entry".
  var kind: String { name.words(separatedBy: "-") }

  /// Whether the caret or the selection of a text has changed.
  var isOfCaret: Bool { member == "TextCaretMoved" || member == "TextSelectionChanged" }

  static func state(_ name: String, _ isOn: Bool) -> Self {
    Self(member: "StateChanged", name: name, detail: isOn ? 1 : 0)
  }

  static func property(_ name: String, _ value: BusValue) -> Self {
    Self(member: "PropertyChange", name: "Accessible\(name)", value: value)
  }

  static func description(_ text: String) -> Self { property("Description", .string(text)) }

  /// - Parameter name: Insert or Delete.
  static func text(_ name: String, _ text: String, at offset: Int) -> Self {
    let count = text.unicodeScalars.count
    return Self(member: "TextChanged", name: name, detail: offset, count: count, value: .string(text))
  }

  /// - Parameter member: Create, Destroy, Activate or Deactivate.
  static func window(_ member: String, title: String) -> Self {
    Self(interface: "Window", member: member, value: .string(title))
  }
}

extension AccessibleText {
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
    if !deleted.isEmpty { events.append(.text("Delete", old.characters(deleted), at: deleted.lowerBound)) }
    if !inserted.isEmpty { events.append(.text("Insert", characters(inserted), at: inserted.lowerBound)) }
    if let caret, caret != old.caret {
      events.append(AccessibleEvent(member: "TextCaretMoved", detail: caret))
    }
    if selection != old.selection { events.append(AccessibleEvent(member: "TextSelectionChanged")) }
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
    case (.obscured, .obscured):
      let (before, after) = (old.count, count)
      guard generation != old.generation || before != after else { return (0..<0, 0..<0) }
      // Only the numbers are known. Input replaces the selection, or else the change is at the caret.
      let start = max(0, min(caret ?? after, old.caret ?? before, before, after))
      let selected = old.selection.flatMap { $0.count >= before - after ? $0.clamped(to: 0..<before) : nil }
      let deleted = selected ?? (before == after ? 0..<before : start..<start + max(0, before - after))
      return (deleted, deleted.lowerBound..<deleted.upperBound + after - before)
    default: return (0..<old.count, 0..<count)
    }
  }
}

extension AccessibleNode {
  /// The states whose changes are events, except the focus, with their names. The last one is whether the event has the
  /// opposite value.
  private static let stateEvents: [(AccessibleStates, name: String, isOpposite: Bool)] = [
    (.pressed, "Pressed", false), (.checked, "Checked", false), (.selected, "Selected", false),
    (.expanded, "Expanded", false), (.invalid, "InvalidEntry", false), (.disabled, "Sensitive", true),
    (.disabled, "Enabled", true), (.offscreen, "Showing", true), (.readOnly, "Editable", true),
  ]

  /// Returns the events of a change of the same object, except those of the focus.
  ///
  /// - Parameter scale: Device pixels per logical pixel.
  func events(since old: AccessibleNode, scale: Double) -> [AccessibleEvent] {
    guard self != old else { return [] }
    var events: [AccessibleEvent] = []
    // The reason comes first: a screen reader reads it when the state changes. Orca 48 and 51 may read one of up to two
    // seconds before, which it keeps.
    // Not while the user types there: the screen reader would read it in addition to the announcement.
    if description != old.description, text == nil || !states.contains(.focused) {
      events.append(.description(description))
    }
    if name != old.name { events.append(.property("Name", .string(name))) }
    for (state, name, isOpposite) in Self.stateEvents
    where states.contains(state) != old.states.contains(state) {
      events.append(.state(name, states.contains(state) != isOpposite))
    }
    if let value, value.number != old.value?.number {
      events.append(.property("Value", .double(value.number)))
    }
    if let text, let before = old.text { events += text.events(since: before) }
    if frame != old.frame {
      let bounds = PixelRect(covering: frame, scale: scale).values
      events.append(AccessibleEvent(member: "BoundsChanged", value: .structure(bounds)))
    }
    return events
  }
}

extension Outline {
  /// Returns the differences from an earlier outline of the same window, in the order in which they are sent, and the texts
  /// to announce after them.
  ///
  /// The focus comes after the other changes, lost before gained: a screen reader reads what it finds when the focus
  /// arrives, and interrupts its speech.
  ///
  /// - Parameter wasActive: Whether keys went to the window then. A window that has opened is compared with itself.
  func changes(since old: Outline, wasActive: Bool) -> (
    events: [(path: AccessiblePath, event: AccessibleEvent)],
    announcements: [(path: AccessiblePath, announcement: AccessibleAnnouncement)]
  ) {
    var events: [(AccessiblePath, AccessibleEvent)] = []
    var announcements: [(AccessiblePath, AccessibleAnnouncement)] = []
    var (lost, gained): ([AccessiblePath], [AccessiblePath]) = ([], [])
    for entry in entries {
      let (path, before) = (entry.path, old[entry.path])
      let isGained = isActive && entry.isFocused && !(wasActive && before?.isFocused == true)
      if isGained {
        // It may have changed while the user typed there. A screen reader reads it at each event that follows.
        if entry.node.text != nil { events.append((path, .description(entry.node.description))) }
        gained.append(path)
      }
      if let before {
        // Orca 43 would take the focus from the caret, and then not read the object when the focus arrives.
        let own = entry.node.events(since: before.node, scale: scale).filter { !isGained || !$0.isOfCaret }
        events += own.map { (path, $0) }
        if before.selected != entry.selected {
          events.append((path, AccessibleEvent(member: "SelectionChanged")))
        }
      } else {
        events += existence(of: entry, true)
      }
      if let new = entry.node.announcement, new != before?.node.announcement {
        announcements.append((path, new))
      }
    }
    for entry in old.entries {
      let after = self[entry.path]
      if wasActive, entry.isFocused, !(isActive && after?.isFocused == true) { lost.append(entry.path) }
      if after == nil { events += old.existence(of: entry, false) }
    }
    events += lost.map { ($0, .state("Focused", false)) } + gained.map { ($0, .state("Focused", true)) }
    return (events, announcements)
  }

  /// Returns the event of an object that has come or gone. An element of a list, of which the outline has only those that
  /// events concern, was or is neither selected nor focused.
  private func existence(of entry: AccessibleTree.Entry, _ isNew: Bool) -> [(AccessiblePath, AccessibleEvent)]
  {
    guard case .item = entry.path.last else {
      let event = AccessibleEvent(
        member: "ChildrenChanged", name: isNew ? "Add" : "Remove", detail: entry.index, child: entry.path)
      return [(parent(of: entry.path), event)]
    }
    return entry.node.states.contains(.selected) ? [(entry.path, .state("Selected", isNew))] : []
  }
}

extension AccessibleTree.Entry {
  /// Whether keys go to the object while they go to the window.
  var isFocused: Bool { node.states.contains(.focused) }
}
