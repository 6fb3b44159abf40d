import CX11
import X11

/// The supported settings that an XSETTINGS manager has published ([XSETTINGS][1]).
///
/// All other settings are skipped, so the memory use is bounded by the names below, regardless of
/// what a manager publishes.
///
/// [1]: https://specifications.freedesktop.org/xsettings-spec/latest/
struct XSettings: Hashable, Sendable {
  /// The name of a setting, as GTK's settings daemons write it.
  enum Name: String, CaseIterable {
    case windowScalingFactor = "Gdk/WindowScalingFactor"
    case unscaledDPI = "Gdk/UnscaledDPI"
    case applicationPreferDarkTheme = "Gtk/ApplicationPreferDarkTheme"
    case cursorBlinkTimeout = "Gtk/CursorBlinkTimeout"
    case cursorThemeName = "Gtk/CursorThemeName"
    case cursorThemeSize = "Gtk/CursorThemeSize"
    case enableAnimations = "Gtk/EnableAnimations"
    case enablePrimaryPaste = "Gtk/EnablePrimaryPaste"
    case fontName = "Gtk/FontName"
    case cursorBlink = "Net/CursorBlink"
    case cursorBlinkTime = "Net/CursorBlinkTime"
    case dndDragThreshold = "Net/DndDragThreshold"
    case doubleClickDistance = "Net/DoubleClickDistance"
    case doubleClickTime = "Net/DoubleClickTime"
    case iconThemeName = "Net/IconThemeName"
    case themeName = "Net/ThemeName"
    case dpi = "Xft/DPI"
  }

  /// The value of a setting. The third type, color, is used by none of the supported settings.
  enum Value: Hashable, Sendable {
    case integer(Int32)
    case string(String)
  }

  private var values: [Name: Value]

  init(_ values: [Name: Value] = [:]) { self.values = values }

  /// Returns the value of a setting if it is an integer.
  func integer(_ name: Name) -> Int? {
    guard case .integer(let value)? = values[name] else { return nil }
    return Int(value)
  }

  /// Returns whether a switch is on: any integer except 0.
  func isOn(_ name: Name) -> Bool? { integer(name).map { $0 != 0 } }

  /// Returns the value of a setting if it is a nonempty string.
  func string(_ name: Name) -> String? {
    guard case .string(let value)? = values[name], !value.isEmpty else { return nil }
    return value
  }

  mutating func set(_ name: Name, to value: Value) { values[name] = value }

  /// Parses the property `_XSETTINGS_SETTINGS`.
  ///
  /// The parser does not trust the lengths and counts in the data. It follows them only as far as
  /// there are bytes.
  ///
  /// - Parameter bytes: Arbitrary data written by another client.
  /// - Returns: `nil` if the data does not follow the specification. Bytes after the last setting
  ///   are ignored.
  /// - Complexity: O(*n*) in the number of bytes.
  init?(_ bytes: [UInt8]) {
    var reader = XSettingsReader(bytes)
    guard reader.readByteOrder(), reader.skip(3), reader.readWord() != nil, let count = reader.readWord()
    else { return nil }
    self.init()
    for _ in 0..<count { guard read(&reader) else { return nil } }
  }

  /// Parses one setting and stores it if it is one of the supported names.
  ///
  /// - Returns: Whether the setting is complete and valid.
  private mutating func read(_ reader: inout XSettingsReader) -> Bool {
    guard let type = reader.readByte(), reader.skip(1), let length = reader.readNumber(2),
      let name = reader.readPadded(Int(length)), reader.readWord() != nil
    else { return false }
    switch type {
    case 0:
      guard let number = reader.readWord() else { return false }
      store(.integer(Int32(bitPattern: number)), as: name)
    case 1:
      guard let length = reader.readWord(), let text = reader.readPadded(Int(length)) else { return false }
      store(.string(String(decoding: text, as: UTF8.self)), as: name)
    case 2:
      // Red, green, blue and alpha, 16 bits each.
      return reader.skip(8)
    default: return false
    }
    return true
  }

  private mutating func store(_ value: @autoclosure () -> Value, as name: ArraySlice<UInt8>) {
    guard let name = Name(rawValue: String(decoding: name, as: UTF8.self)) else { return }
    set(name, to: value())
  }
}

/// A bounds-checked reader of untrusted bytes.
private struct XSettingsReader {
  private var remainder: ArraySlice<UInt8>
  private var isBigEndian = false

  init(_ bytes: [UInt8]) { remainder = bytes[...] }

  /// Reads the byte order, `LSBFirst` or `MSBFirst` of the X protocol, which applies to all that
  /// follows.
  mutating func readByteOrder() -> Bool {
    guard let order = readByte(), order <= 1 else { return false }
    isBigEndian = order == 1
    return true
  }

  mutating func readByte() -> UInt8? { remainder.popFirst() }

  mutating func readWord() -> UInt32? { readNumber(4) }

  /// Reads bytes and the padding up to a multiple of four.
  mutating func readPadded(_ count: Int) -> ArraySlice<UInt8>? {
    let bytes = remainder.prefix(count)
    return skip((count + 3) & ~3) ? bytes : nil
  }

  /// - Returns: `false` if there are fewer bytes.
  mutating func skip(_ count: Int) -> Bool {
    guard count <= remainder.count else { return false }
    remainder.removeFirst(count)
    return true
  }

  /// Reads a number, or returns `nil` if there are fewer bytes.
  ///
  /// - Parameter count: The number of bytes, at most four.
  mutating func readNumber(_ count: Int) -> UInt32? {
    let bytes = remainder.prefix(count)
    guard skip(count) else { return nil }
    let ordered = isBigEndian ? Array(bytes) : bytes.reversed()
    return ordered.reduce(0) { $0 << 8 | UInt32($1) }
  }
}

/// A client of a screen's XSETTINGS manager, the owner of the selection `_XSETTINGS_S` followed by
/// the screen number ([XSETTINGS][1]).
///
/// The manager's property is read again when it changes. When the manager exits, no setting is
/// defined; the next manager announces itself by a message to the root window. Any client can be
/// the manager, and it can exit between any two requests.
///
/// [1]: https://specifications.freedesktop.org/xsettings-spec/latest/
struct XSettingsSource {
  private(set) var settings = XSettings()
  private let connection: Connection
  private let selection: Atom
  /// The window of the manager. `nil` if there is no manager.
  private var manager: WindowObservation?

  /// The maximum number of bytes to read. The settings of a desktop have about 2,000 bytes.
  private static let maximumPropertySize = 1 << 18

  /// Finds the manager and reads its settings with two round trips, or one if there is no manager.
  ///
  /// Root window events must already be selected. Otherwise the announcement of the next manager is
  /// lost.
  init(on connection: Connection) {
    self.connection = connection
    selection = connection.atoms[.xsettingsSelection]
    // The program has no windows yet that could be named as the manager's.
    updateManager(ownMask: NoEventMask)
  }

  /// Handles an event if it concerns the settings.
  ///
  /// - Returns: Whether the settings have changed.
  mutating func handle(_ event: XEvent) -> Bool {
    let old = settings
    switch event.type {
    case ClientMessage where isAnnouncement(event.xclient): updateManager()
    case PropertyNotify
    where event.xproperty.window == manager?.window
      && event.xproperty.atom == connection.atoms[.xsettingsSettings]:
      settings = read()
    // Another manager, whose message arrived first, may have replaced it already.
    case DestroyNotify where event.xdestroywindow.window == manager?.window: updateManager()
    default: return false
    }
    return settings != old
  }

  /// Returns whether a message announces a new manager (ICCCM 2.8).
  private func isAnnouncement(_ event: XClientMessageEvent) -> Bool {
    event.message_type == connection.atoms[.manager] && event.format == 32 && event.window == connection.root
      && Atom(truncatingIfNeeded: event.data.l.1) == selection
  }

  private mutating func updateManager(ownMask: Int? = nil) {
    let window = XGetSelectionOwner(connection.display, selection)
    let events = PropertyChangeMask | StructureNotifyMask
    manager =
      window == WindowID(None)
      ? nil : WindowObservation(of: window, events, ownMask: ownMask, on: connection)
    settings = read()
  }

  private func read() -> XSettings {
    guard let window = manager?.window else { return XSettings() }
    let bytes = connection.bytes(
      ofProperty: connection.atoms[.xsettingsSettings], of: window, limit: Self.maximumPropertySize)
    return bytes.flatMap { XSettings($0) } ?? XSettings()
  }
}
