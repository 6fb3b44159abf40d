/// The address of a message bus ([D-Bus Specification][1], *Server Addresses*).
///
/// Only local sockets are used, because connecting to them does not wait for another computer.
///
/// [1]: https://dbus.freedesktop.org/doc/dbus-specification.html#addresses
package struct BusAddress: Hashable, Sendable {
  /// The address in libdbus's format.
  package let text: String

  /// Creates an address from the alternatives that a program or an environment variable names, separated by semicolons.
  ///
  /// - Returns: `nil` if none is a local socket.
  package init?(_ alternatives: String) {
    guard let local = Self.local(alternatives) else { return nil }
    text = local
  }

  /// Returns the local sockets of an address. `nil` if there are none.
  private static func local(_ alternatives: String) -> String? {
    let local = alternatives.split(separator: ";").filter { $0.hasPrefix("unix:") }
    return local.isEmpty ? nil : local.joined(separator: ";")
  }

  /// Creates the address of the session bus.
  ///
  /// - Parameters:
  ///   - variable: The value of the environment variable `DBUS_SESSION_BUS_ADDRESS`.
  ///   - runtimeDirectory: The value of `XDG_RUNTIME_DIR`. The bus is expected there if no address
  ///     is given.
  /// - Returns: `nil` if neither contains an address. No bus is started.
  package init?(variable: String?, runtimeDirectory: String?) {
    if let variable, !variable.isEmpty {
      guard let local = Self.local(variable) else { return nil }
      text = local
    } else if let runtimeDirectory, runtimeDirectory.hasPrefix("/") {
      text = "unix:path=\(Self.escaped("\(runtimeDirectory)/bus"))"
    } else {
      return nil
    }
  }

  /// Creates the address of the system bus.
  ///
  /// - Parameter systemVariable: The value of the environment variable `DBUS_SYSTEM_BUS_ADDRESS`.
  /// - Returns: `nil` if the variable contains no local socket.
  package init?(systemVariable: String?) {
    let standard = "unix:path=/run/dbus/system_bus_socket;unix:path=/var/run/dbus/system_bus_socket"
    self.init(systemVariable.flatMap { $0.isEmpty ? nil : $0 } ?? standard)
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
