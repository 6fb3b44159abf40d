import CX11

/// The names of the layouts that the user can switch between, by XKB group.
struct KeyboardLayouts: Hashable {
  /// The names by group number, of which there are at most four, up to the last group with a name.
  /// `nil` for a group without one.
  private let names: [String?]
  /// Whether two layouts have different names. The user cannot distinguish layouts with the same
  /// name.
  let hasSeveral: Bool

  init(_ names: [String?] = []) {
    let names = names.map { $0 == "" ? nil : $0 }
    self.names = Array(names.prefix((names.lastIndex { $0 != nil } ?? -1) + 1))
    hasSeveral = Set(self.names.compactMap(\.self)).count > 1
  }

  /// Returns the name of a group's layout. `nil` if it is unknown.
  ///
  /// For a group that does not exist, keys use another one, wrapping around after the last (XKB
  /// protocol, 2.2.2). The server may report such a group until the next switch, if an earlier
  /// keyboard had more groups.
  subscript(group: Int) -> String? { names.isEmpty || group < 0 ? nil : names[group % names.count] }
}

extension KeyboardLayouts {
  /// Reads the names from a server with XKB. One round trip, and another for names that are new to
  /// Xlib.
  init(of connection: Connection) {
    guard let keyboard = XkbAllocKeyboard() else {
      self.init()
      return
    }
    defer { XkbFreeKeyboard(keyboard, UInt32(XkbAllComponentsMask), True) }
    let status = XkbGetNames(connection.display, UInt32(XkbGroupNamesMask), keyboard)
    guard status == Success, let groups = keyboard.pointee.names?.pointee.groups else {
      self.init()
      return
    }
    let atoms = [groups.0, groups.1, groups.2, groups.3]
    // The server rejects 0, which stands for none.
    let given = atoms.filter { $0 != 0 }
    let names = Dictionary(zip(given, connection.names(of: given))) { name, _ in name }
    self.init(atoms.map { names[$0] ?? nil })
  }
}
