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

  /// The reference to the parent of the application.
  private(set) var desktop = nullReference
  /// The prefixes of event names by the bus names of the clients that wait for them.
  private var listeners: [String: Set<String>] = [:]
  /// Whether there are more clients or events than are kept. Any event may be awaited then.
  private var isOverflowing = false
  /// The unique name of the registry. Signals of others are ignored. `nil` until it has replied with the listeners.
  private(set) var owner: String?
  /// The calls that have no reply yet.
  private var listing: UInt32?
  private var embedding: UInt32?

  /// Whether a client waits for an event.
  var hasListeners: Bool { isOverflowing || !listeners.isEmpty }

  /// Returns whether a client waits for a class of events, and not for another one. A registered name may lack its last parts.
  func hasListener(to event: String, butNotTo other: String? = nil) -> Bool {
    isOverflowing
      || listeners.values.contains { names in
        names.contains { event.hasPrefix($0) } && !names.contains { other?.hasPrefix($0) == true }
      }
  }

  /// Joins the desktop as soon as the bus answers, and again when the registry restarts.
  ///
  /// - Throws: `noMemory`.
  mutating func join(_ bus: Bus) throws(BusError) {
    try bus.watchOwner(of: Self.name)
    try bus.addMatch("type='signal',sender='\(Self.name)',interface='\(Self.name)'")
    // Clients that end without removing their registrations.
    try bus.addMatch("type='signal',sender='\(Bus.name)',member='NameOwnerChanged',arg2=''")
    try requestEvents(over: bus)
  }

  private mutating func requestEvents(over bus: Bus) throws(BusError) {
    (listeners, isOverflowing, owner) = ([:], false, nil)
    listing = try bus.call("GetRegisteredEvents", of: Self.name, at: Self.path, ownedBy: Self.name)
  }

  /// Handles a message of the registry.
  ///
  /// - Throws: `noMemory`.
  mutating func handle(_ message: borrowing BusMessage, from bus: Bus) throws(BusError) {
    if message.isReply, message.replySerial == embedding {
      embedding = nil
      guard !message.isError, let parent = message.arguments.first else { return }
      desktop = parent.signature == "(so)" ? parent : Self.nullReference
    } else if message.isReply {
      if message.replySerial == listing { try join(after: message, over: bus) }
    } else if let change = OwnerChange(message) {
      if change.name == Self.name {
        // The calls that have started the registry reach it. A registry that ends answers none.
        if change.hasOwner, listing == nil, embedding == nil { try requestEvents(over: bus) }
      } else if !change.hasOwner {
        listeners[change.name] = nil
      }
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
    // A registry that starts again is asked again.
    guard !reply.isError, let name = bus.uniqueName else { return }
    owner = reply.sender
    addListeners(reply.arguments.first?.elements ?? [])
    embedding = try bus.call(
      "Embed", of: "org.a11y.atspi.Socket", at: Self.root, ownedBy: Self.name,
      [.structure([.string(name), .objectPath(Self.root)])])
  }

  private mutating func addListeners(_ listeners: [BusValue]) {
    for listener in listeners {
      guard let members = listener.elements, members.count == 2, case .string(let client) = members[0],
        case .string(let name) = members[1], case let event = Self.prefix(of: name),
        event.utf8.count <= Self.maximumNameSize,
        AccessibleEvent.classes.contains(where: { $0.hasPrefix(event) || event.hasPrefix($0) })
      else { continue }
      let kept = self.listeners[client]
      let events = (kept ?? []).union([event])
      let isFull = kept == nil && self.listeners.count >= Self.maximumClientCount
      if isFull || events.count > Self.maximumEventCount {
        isOverflowing = true
      } else {
        self.listeners[client] = events
      }
    }
  }

  /// A client that leaves is removed with an empty event.
  private mutating func removeListener(_ arguments: [BusValue]) {
    guard arguments.count >= 2, case .string(let client) = arguments[0],
      case .string(let event) = arguments[1]
    else { return }
    let prefix = Self.prefix(of: event)
    listeners[client]?.remove(prefix)
    if prefix.isEmpty || listeners[client]?.isEmpty == true { listeners[client] = nil }
  }

  /// Returns the name of an event without colons at its end.
  private static func prefix(of event: String) -> String {
    var event = event
    while event.hasSuffix(":") { event.removeLast() }
    return event
  }
}
