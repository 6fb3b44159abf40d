package import DBus

/// A client of the service that reports on the session bus whether an assistive program runs, and the address of the
/// accessibility bus, on which the objects of the program belong then.
///
/// It never starts the service. Without assistive programs, it sends three messages and receives nothing.
package struct AccessibilityStatus {
  private static let name = "org.a11y.Bus"
  private static let path = "/org/a11y/bus"
  private static let status = "org.a11y.Status"
  private static let properties = "org.freedesktop.DBus.Properties"
  private static let isEnabled = BusValue.string("IsEnabled")

  /// The match rules of the signals that the bus forwards.
  package static let rules = [
    "type='signal',sender='\(name)',path='\(path)',interface='\(properties)',member='PropertiesChanged',"
      + "arg0='\(status)'",
    Bus.ownerRule(of: name),
  ]

  /// The address of the accessibility bus. `nil` as long as no assistive program runs.
  package private(set) var address: BusAddress?
  /// The serial number of the last call.
  private var call: UInt32?

  package init() {}

  /// Asks whether an assistive program runs, without waiting for the reply.
  package mutating func request(over bus: Bus) {
    call = try? bus.call(
      "Get", of: Self.properties, at: Self.path, ownedBy: Self.name,
      [.string(Self.status), Self.isEnabled], startsOwner: false)
  }

  /// Handles a message of the session bus.
  package mutating func handle(_ message: borrowing BusMessage, from bus: Bus) {
    if message.isReply {
      guard message.replySerial == call else { return }
      switch message.isError ? nil : message.arguments.first?.unwrapped {
      case .boolean(true):
        call = try? bus.call(
          "GetAddress", of: Self.name, at: Self.path, ownedBy: Self.name, startsOwner: false)
      case .string(let text): address = BusAddress(text)
      default: address = nil
      }
    } else if let change = OwnerChange(message), change.name == Self.name {
      if change.owner != nil { request(over: bus) } else { address = nil }
    } else if message.isSignal("PropertiesChanged", of: Self.properties), message.path == Self.path,
      message.arguments.first == .string(Self.status)
    {
      // The signal may name the property without its value. The clients of a screen reader that has ended are gone, also if
      // another one has started in the meantime.
      let values = message.arguments.dropFirst().first
      if values?.first(where: { $0 == Self.isEnabled })?.unwrapped == .boolean(false) { address = nil }
      request(over: bus)
    }
  }
}
