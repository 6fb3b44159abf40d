import Controls
import Glibc
import Policies
import System
import Windowing

/// The file with the configuration of the desktop button, `$XDG_CONFIG_HOME/tactile/button.toml`.
struct ButtonConfigurationFile: Hashable, Sendable {
  let file: AtomicFile
  private static let limit = 256 << 10

  /// Determines the path of the file without accessing it.
  ///
  /// - Parameter directory: The path of the directory for configurations.
  /// - Returns: `nil` if that is `nil`.
  init?(in directory: String? = BaseDirectory.configuration.path) {
    guard let directory else { return nil }
    file = AtomicFile(directory: "\(directory)/tactile", name: "button.toml")
  }

  /// Reads the configuration. Without a file, returns the default.
  ///
  /// - Throws: The first error in the file, or the reason for which its commands are not safe to run.
  func read() throws(ConfigurationFileError) -> ButtonConfiguration {
    let bytes: [UInt8]
    do throws(ConfigurationFileError) {
      bytes = try CompleteFileReader.read(file.path, limit: Self.limit) {
        (status) throws(ConfigurationFileError) in
        try check(status, of: file.path)
      }
    } catch {
      guard error.isNotFound else { throw error }
      guard Self.target(ofLink: file.path) == nil else {
        throw ConfigurationFileError(
          file.path, "is a symbolic link to a file that does not exist; create that file, or remove the link")
      }
      return ButtonConfiguration()
    }
    for directory in directories {
      let read = Result { () throws(FileError) in try FileStatus.of(directory, followsLinks: true) }
      let status = try read.mapError { ConfigurationFileError(file.path, $0) }.get()
      if let status { try check(status, of: directory) }
    }
    do throws(TOMLError) {
      return try ButtonConfiguration(try TOMLParser.parse(bytes))
    } catch { throw ConfigurationFileError(file.path, at: error.location, error.message) }
  }

  /// Writes the default configuration, unless there is a file.
  ///
  /// - Returns: Whether the file was written.
  @discardableResult func writeDefault() throws(FileError) -> Bool {
    guard try FileStatus.of(file.path, followsLinks: false) == nil else { return false }
    try file.replace(with: ButtonConfiguration.defaultText.utf8Span.span)
    return true
  }

  /// The directory of the file and, if the file is a symbolic link, those of all links up to the target.
  var directories: [String] {
    var directories = [file.directoryPath]
    var path = file.path
    while directories.count < Self.maximumLinkCount, let target = Self.target(ofLink: path) {
      path = target.hasPrefix("/") ? target : "\(AtomicFile(path: path).directoryPath)/\(target)"
      directories.append(AtomicFile(path: path).directoryPath)
    }
    return directories
  }

  /// The maximum number of links that the kernel follows (path_resolution(7)).
  private static let maximumLinkCount = 41

  private static func target(ofLink path: String) -> String? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer in
      guard let start = buffer.baseAddress else { return nil }
      let count = readlink(path, start, buffer.count)
      return count < 0
        ? nil : String(decoding: UnsafeRawBufferPointer(start: start, count: count), as: UTF8.self)
    }
  }

  /// Throws an error if the commands of a file, or of the files in a directory, may be those of another user. The
  /// administrator can run commands as any user anyway.
  private func check(_ status: FileStatus, of path: String) throws(ConfigurationFileError) {
    guard status.isOwnedByCurrentUser || status.isOwnedByRoot else {
      throw ConfigurationFileError(
        path, "belongs to another user; run 'chown' on it, or replace it by a copy")
    }
    guard !status.isWritableByOthers else {
      throw ConfigurationFileError(path, "can be changed by other users; run 'chmod go-w' on it")
    }
  }
}

extension ButtonConfiguration {
  /// Creates the configuration that a document describes.
  init(_ document: TOMLTable) throws(TOMLError) {
    try document.allowOnly(["button", "action", "menu"])
    self.init()
    if let table = try document["button"]?.table("expected [button]") { try read(table) }
    if let items = try Self.items(of: document) { self.items = items }
  }

  /// Returns the items of a document, or `nil` if it has no actions.
  static func items(of document: TOMLTable) throws(TOMLError) -> [Item]? {
    guard let actions = document["action"] else {
      if let menu = document["menu"] { throw menu.error("a menu needs an [[action]] table") }
      return nil
    }
    let tables = try actions.array("expected an [[action]] table")
    guard !tables.isEmpty else { throw actions.error("the panel needs at least one [[action]] table") }
    return try items(of: tables, menus: document["menu"]?.array("expected a [[menu]] table") ?? [])
  }

  private mutating func read(_ table: TOMLTable) throws(TOMLError) {
    try table.allowOnly([
      "size", "snap", "drag", "dim", "full_screen", "hot_key", "double_tap", "long_press", "hide_minutes",
    ])
    if let size = try table.integer("size", in: 24...256) { self.size = Double(size) }
    let snaps = SnapMode.allCases.filter { $0 != .original }
    snap = try table.choice("snap", of: snaps.map { ($0.rawValue, $0) }) ?? snap
    drag = try table.choice("drag", of: FloatingButton.DragMode.allCases.map { ($0.rawValue, $0) }) ?? drag
    dims = try table.boolean("dim") ?? dims
    hidesOverFullScreen =
      try table.choice("full_screen", of: [("hide", true), ("show", false)]) ?? hidesOverFullScreen
    if let minutes = try table.integer("hide_minutes", in: 1...1440) {
      hiddenDuration = .seconds(60 * minutes)
    }
    doubleTap = try table["double_tap"]?.operation()
    longPress = try table["long_press"]?.operation()
    guard let value = table["hot_key"] else { return }
    hotKey = HotKey(try value.string())
    if hotKey == nil {
      throw value.error("invalid key; write modifiers and a key, such as \"Super+space\" or \"Ctrl+F12\"")
    }
  }

  private static func items(of actions: [TOMLValue], menus: [TOMLValue]) throws(TOMLError) -> [Item] {
    let entries = try actions.map { value throws(TOMLError) in
      let table = try value.table("expected an [[action]] table")
      return (menu: try table.line("menu"), action: try ButtonAction(table, at: value), value: value)
    }
    var icons: [String: ButtonIcon] = [:]
    for value in menus {
      let table = try value.table("expected a [[menu]] table")
      try table.allowOnly(["name", "icon"])
      guard let name = try table.line("name") else { throw value.error("a menu needs a name") }
      guard entries.contains(where: { $0.menu == name }) else {
        throw value.error("no action is in the menu '\(name)'")
      }
      guard icons.updateValue(try table.icon() ?? .builtIn(.menu), forKey: name) == nil else {
        throw value.error("the menu '\(name)' is defined twice")
      }
    }
    var items: [Item] = []
    var added: Set<String> = []
    for entry in entries {
      guard let menu = entry.menu else {
        items.append(.action(entry.action))
        continue
      }
      guard added.insert(menu).inserted else { continue }
      let members = entries.filter { $0.menu == menu }
      try check(members.count + 1, at: members.last?.value ?? entry.value)
      items.append(.menu(name: menu, icon: icons[menu] ?? .builtIn(.menu), members.map(\.action)))
    }
    if let last = actions.last { try check(items.count, at: last) }
    return items
  }

  /// Throws an error if a panel has more items than it can show.
  private static func check(_ count: Int, at value: TOMLValue) throws(TOMLError) {
    let maximum = FloatingButton.Configuration.maximumActionCount
    guard count > maximum else { return }
    throw value.error("too many actions; a panel shows \(maximum), and a menu one less")
  }
}

extension ButtonAction {
  /// Creates the action that a table describes.
  fileprivate init(_ table: TOMLTable, at value: TOMLValue) throws(TOMLError) {
    try table.allowOnly(["name", "icon", "command", "built_in", "menu"])
    let (name, icon) = (try table.line("name"), try table.icon())
    switch (table["command"], table["built_in"]) {
    case (let command?, nil): self.init(.command(try command.words()), name: name, icon: icon)
    case (nil, let builtIn?): self.init(.builtIn(try builtIn.builtInAction()), name: name, icon: icon)
    default: throw value.error("an action needs one of 'command' and 'built_in'")
    }
  }
}

extension TOMLTable {
  fileprivate func boolean(_ name: String) throws(TOMLError) -> Bool? {
    guard let value = self[name] else { return nil }
    guard case .boolean(let result) = value.content else {
      throw value.error("'\(name)' must be true or false")
    }
    return result
  }

  fileprivate func icon() throws(TOMLError) -> ButtonIcon? {
    guard let name = try line("icon") else { return nil }
    let builtIn = ActionIcon.allCases.first { "\($0)" == name }
    return builtIn.map { .builtIn($0) } ?? .external(name)
  }
}

extension TOMLValue {
  /// Returns the name of a program and its arguments.
  fileprivate func words() throws(TOMLError) -> [String] {
    let values = try array("expected an array of strings, such as [\"firefox\", \"--new-window\"]")
    let words = try values.map { value throws(TOMLError) in try value.string() }
    guard let program = words.first, !program.isEmpty else { throw error("the command is empty") }
    guard !words.contains(where: { $0.utf8.contains(0) }) else {
      throw error("a word contains a NUL character")
    }
    return words
  }

  fileprivate func builtInAction() throws(TOMLError) -> BuiltInAction {
    let name = try string()
    if let action = BuiltInAction.allCases.first(where: { $0.name == name }) { return action }
    throw error("unknown action; valid are \(BuiltInAction.allCases.map(\.name).joined(separator: ", "))")
  }

  /// Returns the operation of a gesture: the name of a built-in action, or a command.
  fileprivate func operation() throws(TOMLError) -> ButtonAction.Operation {
    if case .string = content { return .builtIn(try builtInAction()) }
    return .command(try words())
  }
}

extension ButtonConfiguration {
  private static let windowMenu = ControlTranslations.preferred(by: environmentVariable).text(.windowMenu)

  /// The text of a configuration file with the default configuration and explanations.
  static let defaultText = """
    # The desktop button of Tactile. Changes have effect when this file is saved.

    [button]
    size = 56                 # diameter in logical pixels, 24 to 256
    snap = "edges"            # edges, trailing, corners, none
    drag = "immediate"        # immediate, long-press
    dim = true                # dim the button while it is not used
    full_screen = "hide"      # hide, show: while a window is full screen
    hide_minutes = 10         # the time for which the action 'hide' hides the button
    # hot_key = "Super+space" # opens the panel for the keyboard
    # double_tap = "screenshot"
    # long_press = ["x-terminal-emulator"]

    # The panel shows up to 8 actions, in this order. An action is built in or a command:
    # the name of a program and its arguments, started without a shell.
    #
    # [[action]]
    # name = "Terminal"
    # icon = "command"
    # command = ["x-terminal-emulator"]

    \(actions(.screenshot, .lock, .keyboard, .window(.showDesktop)))
    # Actions with the same menu are shown in a panel of their own.
    [[menu]]
    name = "\(windowMenu)"
    icon = "maximize"

    \(actions(.window(.minimize), .window(.maximize), .window(.fullScreen), .window(.close), in: windowMenu))
    \(actions(.move, .hide, .settings))
    """

  /// Returns the tables of built-in actions, with an empty line between them.
  private static func actions(_ actions: BuiltInAction..., in menu: String? = nil) -> String {
    let key = menu.map { "menu = \"\($0)\"\n" } ?? ""
    return actions.map { "[[action]]\n\(key)built_in = \"\($0.name)\"\n" }.joined(separator: "\n")
  }
}
