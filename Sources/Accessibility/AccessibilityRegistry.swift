import DBus

/// The registry of the accessibility bus: the desktop that the program joins, and the events that clients wait for.
struct AccessibilityRegistry {
  private static let name = "org.a11y.atspi.Registry"
  private static let path = "/org/a11y/atspi/registry"
  private static let root = "/org/a11y/atspi/accessible/root"
  static let nullReference = BusValue.structure([.string(""), .objectPath("/org/a11y/atspi/null")])

  /// The maximum number of clients whose registrations are kept.
  private static let maximumClientCount = 256
  /// The maximum number of events for which one client waits, and of bytes in their names: more than there are.
  private static let maximumEventCount = 64
  private static let maximumNameSize = 64

  /// The prefixes of event names by the bus names of the clients that wait for them. `nil` for a client that waits for more
  /// than are kept, and so perhaps for any event. The empty name stands for all clients that are not kept.
  private var listeners: [String: Set<String>?] = [:]
  /// The unique name of the registry. Signals of others are ignored. `nil` until it has replied with the listeners.
  private(set) var owner: String?
  /// Whether the registry has ended, or none has started.
  private(set) var isLost = false
  /// The call that asks for the listeners.
  private var listing: UInt32?

  /// The reference to the parent of the application.
  var desktop: BusValue {
    owner.map { .structure([.string($0), .objectPath(Self.root)]) } ?? Self.nullReference
  }

  /// Whether a client waits for an event.
  var hasListeners: Bool { !listeners.isEmpty }

  /// Returns whether a client waits for a class of events, and not for another one. A registered name may lack its last parts.
  func hasListener(to event: String, butNotTo other: String? = nil) -> Bool {
    listeners.values.contains { names in
      guard let names else { return true }
      return names.contains { event.hasPrefix($0) } && !names.contains { other?.hasPrefix($0) == true }
    }
  }

  /// Joins the desktop as soon as the bus answers.
  ///
  /// - Throws: `noMemory`.
  mutating func join(_ bus: Bus) throws(BusError) {
    try bus.addMatch(Bus.ownerRule(of: Self.name))
    try bus.addMatch("type='signal',sender='\(Self.name)',interface='\(Self.name)'")
    // Clients that end without removing their registrations.
    try bus.addMatch("type='signal',sender='\(Bus.name)',member='NameOwnerChanged',arg2=''")
    listing = try bus.call("GetRegisteredEvents", of: Self.name, at: Self.path, ownedBy: Self.name)
  }

  /// Handles a message of the registry.
  ///
  /// - Throws: `noMemory`.
  mutating func handle(_ message: borrowing BusMessage, from bus: Bus) throws(BusError) {
    if message.isReply {
      if message.replySerial == listing { try join(after: message, over: bus) }
    } else if let change = OwnerChange(message) {
      // The call that has started a registry reaches it.
      if change.name == Self.name, owner != nil { isLost = true }
      if change.owner == nil { listeners[change.name] = nil }
    } else if message.sender != owner {
      return
    } else if message.isSignal("EventListenerRegistered", of: Self.name) {
      addListeners([.structure(Array(message.arguments.prefix(2)))])
    } else if message.isSignal("EventListenerDeregistered", of: Self.name) {
      removeListener(message.arguments)
    }
  }

  /// Handles the events that clients wait for, and joins the desktop: the bus has sent the own name before this reply.
  private mutating func join(after reply: borrowing BusMessage, over bus: Bus) throws(BusError) {
    listing = nil
    isLost = reply.isError
    guard !isLost, let name = bus.uniqueName else { return }
    owner = reply.sender
    addListeners(reply.arguments.first?.elements ?? [])
    try bus.call(
      "Embed", of: "org.a11y.atspi.Socket", at: Self.root, ownedBy: Self.name,
      [.structure([.string(name), .objectPath(Self.root)])])
  }

  private mutating func addListeners(_ listeners: [BusValue]) {
    for names in listeners.map({ $0.elements?.compactMap(\.text) ?? [] }) where names.count == 2 {
      let (client, event) = (names[0], Self.prefix(of: names[1]))
      guard event.utf8.count <= Self.maximumNameSize,
        AccessibleEvent.classes.contains(where: { $0.hasPrefix(event) || event.hasPrefix($0) })
      else { continue }
      if self.listeners[client] == nil, self.listeners.count >= Self.maximumClientCount {
        self.listeners.updateValue(nil, forKey: "")
      } else if let names = self.listeners[client, default: []]?.union([event]) {
        self.listeners.updateValue(names.count > Self.maximumEventCount ? nil : names, forKey: client)
      }
    }
  }

  /// A client that leaves is removed with an empty event.
  private mutating func removeListener(_ arguments: [BusValue]) {
    guard arguments.count >= 2, let client = arguments[0].text, let event = arguments[1].text else { return }
    let prefix = Self.prefix(of: event)
    listeners[client]??.remove(prefix)
    if prefix.isEmpty || listeners[client]??.isEmpty == true { listeners[client] = nil }
  }

  /// Returns the name of an event without empty parts, such as that after a colon at its end.
  private static func prefix(of event: String) -> String {
    event.split(separator: ":").joined(separator: ":")
  }
}
