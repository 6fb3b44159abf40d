/// The address of a session message bus ([D-Bus Specification][1], *Server Addresses*).
///
/// Only local sockets are used, because connecting to them never blocks.
///
/// [1]: https://dbus.freedesktop.org/doc/dbus-specification.html#addresses
package struct BusAddress: Hashable, Sendable {
  /// The address in libdbus's format.
  package let text: String

  /// Creates the address of the session bus.
  ///
  /// - Parameters:
  ///   - variable: The value of the environment variable `DBUS_SESSION_BUS_ADDRESS`.
  ///   - runtimeDirectory: The value of `XDG_RUNTIME_DIR`. The bus is expected there if no address
  ///     is given.
  /// - Returns: `nil` if neither contains an address. No bus is started.
  package init?(variable: String?, runtimeDirectory: String?) {
    if let variable, !variable.isEmpty {
      let local = variable.split(separator: ";").filter { $0.hasPrefix("unix:") }
      guard !local.isEmpty else { return nil }
      text = local.joined(separator: ";")
    } else if let runtimeDirectory, runtimeDirectory.hasPrefix("/") {
      text = "unix:path=\(Self.escaped("\(runtimeDirectory)/bus"))"
    } else {
      return nil
    }
  }

  /// Returns a value with every byte that requires it escaped as `%` and two hexadecimal digits.
  private static func escaped(_ value: String) -> String {
    value.utf8.reduce(into: "") { text, byte in
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "/"),
        UInt8(ascii: "."):
        text.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        text += byte < 16 ? "%0" : "%"
        text += String(byte, radix: 16)
      }
    }
  }
}
