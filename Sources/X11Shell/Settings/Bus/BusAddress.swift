/// Where a session's message bus listens ([D-Bus Specification][1], *Server Addresses*).
///
/// Only sockets of this machine are tried: connecting to them takes no time, whoever listens.
///
/// [1]: https://dbus.freedesktop.org/doc/dbus-specification.html#addresses
struct BusAddress: Hashable {
  /// As libdbus reads it.
  let text: String

  /// Finds the session's bus.
  ///
  /// - Parameters:
  ///   - variable: The environment's `DBUS_SESSION_BUS_ADDRESS`.
  ///   - runtimeFolder: The environment's `XDG_RUNTIME_DIR`, in which the bus listens where no
  ///     address is given.
  /// - Returns: `nil` where neither names one; none is started for this program's sake.
  init?(variable: String?, runtimeFolder: String?) {
    if let variable, !variable.isEmpty {
      let local = variable.split(separator: ";").filter { $0.hasPrefix("unix:") }
      guard !local.isEmpty else { return nil }
      text = local.joined(separator: ";")
    } else if let runtimeFolder, runtimeFolder.hasPrefix("/") {
      text = "unix:path=\(Self.escaped("\(runtimeFolder)/bus"))"
    } else {
      return nil
    }
  }

  /// A value with every byte that may not stand for itself as `%` and two digits.
  private static func escaped(_ value: String) -> String {
    value.utf8.reduce(into: "") { text, byte in
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"), UInt8(ascii: "_"),
        UInt8(ascii: "/"), UInt8(ascii: "."):
        text.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        text += byte < 16 ? "%0" : "%"
        text += String(byte, radix: 16)
      }
    }
  }
}
