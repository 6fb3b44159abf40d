package import DBus

/// A client of the service that reports on the session bus whether an assistive program runs, and the address of the
/// accessibility bus.
///
/// It never starts the service. Without assistive programs, it sends three messages and receives nothing.
package struct AccessibilityStatus {
  /// A change of the state.
  package enum Change: Hashable {
    /// An assistive program runs, and the objects of the program belong on this bus.
    case enabled(BusAddress)
    case disabled
  }

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

  /// The serial numbers of the calls that have no reply yet.
  private var statusCall: UInt32?
  private var addressCall: UInt32?
  /// The connection of the service, as it answered last.
  private var service: String?

  package init() {}

  /// Asks whether an assistive program runs, without waiting for the reply.
  package mutating func request(over bus: Bus) {
    statusCall = try? bus.call(
      "Get", of: Self.properties, at: Self.path, ownedBy: Self.name, [.string(Self.status), Self.isEnabled],
      startsOwner: false)
  }

  /// Handles a message of the session bus.
  ///
  /// - Returns: `nil` if the message changes nothing.
  package mutating func handle(_ message: borrowing BusMessage, from bus: Bus) -> Change? {
    if message.isReply {
      if message.replySerial == statusCall {
        service = message.sender
        return update(isEnabled: message.arguments.first, over: bus)
      }
      return message.replySerial == addressCall ? enable(at: message.arguments.first) : nil
    }
    if let change = OwnerChange(message), change.name == Self.name {
      if change.hasOwner { request(over: bus) }
      return change.hasOwner ? nil : .disabled
    }
    guard message.isSignal("PropertiesChanged", of: Self.properties), message.path == Self.path,
      message.sender == service
    else { return nil }
    let arguments = message.arguments
    guard arguments.count == 3, arguments[0] == .string(Self.status) else { return nil }
    if let value = arguments[1].first(where: { $0 == Self.isEnabled }) {
      return update(isEnabled: value, over: bus)
    }
    if arguments[2].elements?.contains(Self.isEnabled) == true { request(over: bus) }
    return nil
  }

  private mutating func update(isEnabled value: BusValue?, over bus: Bus) -> Change? {
    (statusCall, addressCall) = (nil, nil)
    guard value?.unwrapped == .boolean(true) else { return .disabled }
    addressCall = try? bus.call(
      "GetAddress", of: Self.name, at: Self.path, ownedBy: Self.name, startsOwner: false)
    return nil
  }

  private mutating func enable(at value: BusValue?) -> Change? {
    addressCall = nil
    guard case .string(let text) = value, let address = BusAddress(text) else { return nil }
    return .enabled(address)
  }
}
