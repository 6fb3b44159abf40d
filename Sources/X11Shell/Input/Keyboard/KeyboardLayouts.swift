import CX11

/// What the layouts are called that a person can switch between, by XKB's groups.
struct KeyboardLayouts: Hashable {
  /// By the groups' numbers, of which there are four at most, up to the last that has a name; `nil`
  /// where one has none.
  private let names: [String?]
  /// Whether there are two of different names: others are the same to whoever reads them.
  let areSeveral: Bool

  init(_ names: [String?] = []) {
    let names = names.map { $0 == "" ? nil : $0 }
    self.names = Array(names.prefix((names.lastIndex { $0 != nil } ?? -1) + 1))
    areSeveral = Set(self.names.compactMap(\.self)).count > 1
  }

  /// What the layout of a group is called; `nil` where nobody says.
  ///
  /// Of a group that there is not, keys type by another one, counting on from the first again (XKB
  /// protocol, 2.2.2); the server may name it until the next switch, where a keyboard had more before.
  subscript(group: Int) -> String? {
    names.isEmpty || group < 0 ? nil : names[group % names.count]
  }
}

extension KeyboardLayouts {
  /// Asks the server, which has XKB; a round trip, and another for names that are new to Xlib.
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
    // The server refuses 0, which is none.
    let given = atoms.filter { $0 != 0 }
    let names = Dictionary(zip(given, connection.names(of: given))) { name, _ in name }
    self.init(atoms.map { names[$0] ?? nil })
  }
}
