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
    let local = alternatives.split(separator: ";").filter { $0.hasPrefix("unix:") }
    if local.isEmpty { return nil }
    text = local.joined(separator: ";")
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
      self.init(variable)
    } else if let runtimeDirectory, runtimeDirectory.hasPrefix("/") {
      self.init("unix:path=\(Self.escaped("\(runtimeDirectory)/bus"))")
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
      let scalar = Unicode.Scalar(byte)
      switch scalar {
      case "0"..."9", "A"..."Z", "a"..."z", "-", "_", "/", ".": text.unicodeScalars.append(scalar)
      default: text += (byte < 16 ? "%0" : "%") + String(byte, radix: 16)
      }
    }
  }
}
