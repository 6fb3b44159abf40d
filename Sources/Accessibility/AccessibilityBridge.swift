package import DBus
package import Motion
package import Scene

/// The objects of the program on the accessibility bus (AT-SPI), for screen readers and other assistive programs.
///
/// It answers from the live controls and keeps no copy of them. Its events are the differences of two outlines of a window.
/// Everything happens in calls of the event loop, and nothing blocks but an attempt to connect, for at most a second.
package final class AccessibilityBridge {
  /// The maximum number of messages that one iteration of the event loop handles. The rest waits, so that a client that
  /// sends without a pause does not delay input and frames.
  private static let maximumMessageCount = 64
  /// The maximum time that one iteration of the event loop takes for messages.
  private static let maximumDuration = Duration.milliseconds(2)
  /// The size in bytes of unread replies and events above which no call is taken.
  private static let maximumOutgoingSize = 1 << 20
  /// The time after which polite announcements are sent: changes that follow each other are one announcement. It is also the
  /// minimum time after an urgent one, since Orca 43 drops an event that another one follows immediately.
  private static let announcementDelay = Duration.milliseconds(300)
  /// The number of indices above which they are forgotten.
  private static let maximumHintCount = 1000

  unowned let source: any AccessibleSource
  /// The address of the accessibility bus.
  package let address: BusAddress
  private var bus: Bus?
  private(set) var registry = AccessibilityRegistry()
  private var reconnection = Reconnection()

  let interfaces: ObjectInterfaces = ObjectInterfaces()
  /// The number that the registry gives this program.
  var applicationID: Int32 = 0
  private var numbers = ObjectNumbers()
  /// The outlines from which calls are answered.
  private var outlines: [UInt32: Outline] = [:]
  /// The outlines that the clients know by events.
  private var reported: [UInt32: Outline] = [:]
  /// The objects that have lost the focus last, by window. They are answered for also when they are gone: a screen reader
  /// compares the next object with them, and otherwise reads the whole window again.
  private var lastFocus: [UInt32: AccessibleTree.Entry] = [:]
  /// The windows that were open at the last call of `exchange`.
  private var known: [UInt32] = []
  /// The last indices of some elements that clients have asked for, and of the last one of each list. A token that was added
  /// alone to a long list is not found from the index of another one.
  private var hints: [ObjectLocation: Int] = [:]
  /// The announcements that wait for a pause, or else only for the events of this iteration.
  private var pending: [(source: ObjectLocation, announcement: AccessibleAnnouncement, waits: Bool)] = []
  /// The end of the pause. `nil` without an announcement that waits for it.
  private var pauseEnd: Instant?
  /// The time until which no announcement follows an urgent one.
  private var urgentPauseEnd = Instant.distantPast
  /// The descriptions, by window, of objects that have got the focus in this iteration.
  private var readDescriptions: [UInt32: String] = [:]

  private lazy var server = ObjectServer<AccessibleObject> { [unowned self] path in
    let isCache = path == ObjectInterfaces.cachePath
    let object = (isCache ? .root : ObjectName(path: path)).flatMap(object(named:))
    return object.map { ($0, isCache ? [interfaces.cache] : interfaces.of($0)) }
  }

  /// Creates a bridge and connects.
  ///
  /// - Parameters:
  ///   - source: The windows. It must outlive the bridge.
  ///   - address: The address of the accessibility bus.
  ///   - now: The current time.
  package init(for source: any AccessibleSource, at address: BusAddress, now: Instant) {
    (self.source, self.address) = (source, address)
    connect(at: now)
  }

  /// The descriptor to poll (−1 for none) and the events, as bits of `poll(2)`.
  package var pollTarget: (descriptor: Int32, events: Int16) {
    bus.map { ($0.descriptor, $0.pollEvents) } ?? (-1, 0)
  }

  /// The time of the next call of `exchange(at:)` if the descriptor does not become ready before. `nil` if there is none.
  package var deadline: Instant? {
    // No descriptor reports a connection that has ended during the last write.
    if let bus, !bus.isConnected || bus.hasMessage && !isCongested { return .distantPast }
    return .earliest(reconnection.next, pauseEnd)
  }

  /// Whether a client listens to changes. As last known after the bus or the registry has ended the connection, until the next
  /// attempt: if that fails, the clients have ended, too.
  package private(set) var isListening = false

  /// Handles messages, and reports what has changed since the last call to the clients that listen.
  ///
  /// Call it after the frame, so that the answers to clients delay none.
  ///
  /// - Parameters:
  ///   - isReady: Whether the descriptor is ready.
  ///   - now: The current time.
  ///   - clock: Returns the current time, by which the call is limited.
  package func exchange(isReady: Bool, at now: Instant, clock: () -> Instant) {
    if let next = reconnection.next, next <= now { connect(at: now) }
    guard let bus else { return }
    if isReady { bus.exchange() }
    var count = 0
    while count < Self.maximumMessageCount, !isCongested, clock() < now + Self.maximumDuration,
      let message = bus.takeMessage()
    {
      count += 1
      guard let message = server.handle(message, on: bus) else { continue }
      // Without memory, the program does not appear until the registry restarts.
      try? registry.handle(message, from: bus)
    }
    if registry.owner != nil { isListening = registry.hasListeners }
    guard bus.isConnected, !registry.isLost else { return disconnect(at: now) }
    reportChanges(at: now)
    sendAnnouncements(at: now)
    if bus.outgoingSize > 0 { bus.exchange() }
  }

  /// Announces a text to the users of a window: after the events of this iteration if it is urgent, or after a pause, with the
  /// others that wait. An urgent one replaces these, except those that are removed when they are obsolete. Directly after
  /// another urgent one, it also waits.
  ///
  /// It is an announcement for the clients that have registered for these, and for others the description of the object with
  /// the focus.
  ///
  /// - Parameter path: The object whose later announcements replace it, and which has a position in the reading order. Empty
  ///   for the window.
  package func announce(
    _ announcement: AccessibleAnnouncement, of path: AccessiblePath = [], in window: UInt32, at now: Instant
  ) {
    guard registry.hasListeners else { return }
    let source = ObjectLocation(window: window, path: path)
    let waits = !announcement.isUrgent || now < urgentPauseEnd
    pending.removeAll { other, old, _ in
      let isReplaced = announcement.isUrgent && other.window == window && !old.isTemporary
      return old.isUrgent ? other == source && old == announcement : other == source || isReplaced
    }
    let next = pending.firstIndex { other, _, _ in
      other.window == window && reported[window]?.isObject(path, before: other.path) == true
    }
    pending.insert((source, announcement, waits), at: next ?? pending.endIndex)
    guard waits else { return }
    let delaysUrgent = pending.contains { $0.waits && $0.announcement.isUrgent }
    pauseEnd = delaysUrgent ? urgentPauseEnd : now + Self.announcementDelay
  }
}

// The connection.
extension AccessibilityBridge {
  private var isCongested: Bool { bus.map { $0.outgoingSize > Self.maximumOutgoingSize } == true }

  private func connect(at now: Instant) {
    do throws(BusError) {
      let bus = try Bus(at: address)
      try registry.join(bus)
      self.bus = bus
      reconnection.connected(at: now)
    } catch {
      disconnect(at: now)
    }
  }

  /// Forgets what the clients know and schedules another attempt.
  private func disconnect(at now: Instant) {
    if registry.owner == nil { isListening = false }
    (bus, pending, registry) = (nil, [], AccessibilityRegistry())
    (reported, lastFocus, pauseEnd) = ([:], [:], nil)
    reconnection.lost(at: now)
  }
}

// Objects.
extension AccessibilityBridge {
  var windows: [any AccessibleWindow] { source.accessibleWindows }

  /// Returns the objects of a window as they are now.
  func outline(of window: any AccessibleWindow) -> Outline {
    let number = window.accessibleNumber
    if let outline = outlines[number], outline.generation == window.accessibleGeneration,
      outline.isActive == window.isAccessibleActive
    {
      return outline
    }
    let outline = Outline(of: window)
    outlines[number] = outline
    // Events about removed objects need their numbers.
    if !registry.hasListeners { forgetObjects(of: number, notIn: outline) }
    return outline
  }

  /// Returns elements of a list.
  func elements(_ elements: AccessibleTree.Elements, of list: AccessiblePath, in window: any AccessibleWindow)
    -> [AccessibleTree.Entry]
  {
    let found = window.describe(.elements(of: list, elements))
    if hints.count > Self.maximumHintCount { hints = [:] }
    for entry in found {
      for path in [entry.path, list] { hints[location(of: path, in: window)] = entry.index }
    }
    return found
  }

  func name(of path: AccessiblePath = [], in window: any AccessibleWindow) -> ObjectName {
    numbers.name(of: location(of: path, in: window))
  }

  private func location(of path: AccessiblePath, in window: any AccessibleWindow) -> ObjectLocation {
    ObjectLocation(window: window.accessibleNumber, path: path)
  }

  /// Returns the reference to an object of this program, or to no object.
  func reference(_ name: ObjectName?) -> BusValue {
    guard let name, let owner = bus?.uniqueName else { return AccessibilityRegistry.nullReference }
    return .structure([.string(owner), .objectPath(name.path)])
  }

  func object(named name: ObjectName) -> AccessibleObject? {
    guard name != .root else {
      return AccessibleObject(bridge: self, node: AccessibleNode(.frame, source.accessibleName, in: .zero))
    }
    guard let location = numbers.location(of: name),
      let window = windows.first(where: { $0.accessibleNumber == location.window })
    else { return nil }
    return object(at: location.path, in: window)
  }

  func object(at path: AccessiblePath, in window: any AccessibleWindow) -> AccessibleObject? {
    if path.isEmpty { return AccessibleObject(bridge: self, window: window, node: window.accessibleNode) }
    let entry = outline(of: window)[path] ?? element(at: path, in: window) ?? formerFocus(path, in: window)
    return entry.map { AccessibleObject(bridge: self, window: window, entry: $0, node: $0.node) }
  }

  /// Returns the object that has lost the focus last, if it has a path.
  private func formerFocus(_ path: AccessiblePath, in window: any AccessibleWindow) -> AccessibleTree.Entry? {
    guard var entry = lastFocus[window.accessibleNumber], entry.path == path else { return nil }
    entry.node.states.subtract([.focused, .selected])
    (entry.childCount, entry.selected) = (0, nil)
    return entry
  }

  private func element(at path: AccessiblePath, in window: any AccessibleWindow) -> AccessibleTree.Entry? {
    guard case .item(let number) = path.last else { return nil }
    let list = AccessiblePath(path.dropLast())
    let hint = hints[location(of: path, in: window)] ?? hints[location(of: list, in: window)]
    return elements(.number(number, hint: hint), of: list, in: window).first
  }
}

// Events.
extension AccessibilityBridge {
  private func reportChanges(at now: Instant) {
    let windows = windows
    let open = windows.map(\.accessibleNumber)
    for number in known where !open.contains(number) {
      emit(.window("Destroy", title: ""), in: number)
      (reported[number], outlines[number], lastFocus[number]) = (nil, nil, nil)
      numbers.keep(in: number) { _ in false }
    }
    known = open
    guard registry.hasListeners else {
      reported = [:]
      return
    }
    // A bus that does not read gets the changes later, as one difference.
    guard !isCongested else { return }
    for window in windows {
      let number = window.accessibleNumber
      let old = reported[number]
      // A motion is reported at its end.
      if let old, old.isActive == window.isAccessibleActive,
        old.generation == window.accessibleGeneration || window.hasOnlyMoved(since: old.generation)
      {
        continue
      }
      let new = outline(of: window)
      reported[number] = new
      report(new, since: old, of: window, at: now)
      forgetObjects(of: number, notIn: new)
    }
  }

  private func forgetObjects(of window: UInt32, notIn outline: Outline) {
    numbers.keep(in: window) { $0.isEmpty || outline[$0] != nil || $0 == lastFocus[window]?.path }
  }

  private func report(_ new: Outline, since old: Outline?, of window: any AccessibleWindow, at now: Instant) {
    let (number, node) = (window.accessibleNumber, window.accessibleNode)
    if old == nil {
      emit(.window("Create", title: node.name), in: number)
      // No focus arrives in it, with which a screen reader would read it.
      if node.role == .notification { emit(.state("Showing", true), in: number) }
    }
    if new.isActive != old?.isActive ?? false {
      // Orca does not read the name and the text of a dialog if it receives the state first after another program has ended.
      if new.isActive { emit(.window("Activate", title: node.name), in: number) }
      emit(.state("Active", new.isActive), in: number)
      if !new.isActive { emit(.window("Deactivate", title: node.name), in: number) }
    }
    let changes = new.changes(since: old ?? new, wasActive: old?.isActive ?? false)
    for (path, event) in changes.events {
      // A window that is left has no object for the focus that follows.
      if event == .state("Focused", false) { lastFocus[number] = new.isActive ? old?[path] : nil }
      emit(event, of: path, in: number)
      guard event == .state("Focused", true), registry.hasListener(to: event.registeredName) else { continue }
      readDescriptions[number] = new[path]?.node.description
    }
    // Not the text of a wait that has ended.
    pending.removeAll { source, announcement, _ in
      source.window == number && announcement.isTemporary
        && new[source.path]?.node.announcement != announcement
    }
    for (path, announcement) in changes.announcements {
      announce(announcement, of: path, in: number, at: now)
    }
  }

  /// Sends the urgent announcements or, after the pause, all as one, except those that a screen reader reads as the description
  /// of the object that has got the focus. Polite ones of a window without the keyboard are lost: the user does something else.
  private func sendAnnouncements(at now: Instant) {
    let isPauseOver = pauseEnd.map { $0 <= now } == true
    let read = readDescriptions
    readDescriptions = [:]
    pending.removeAll { read[$0.source.window]?.contains($0.announcement.text) == true }
    let hasUrgent = pending.contains { !$0.waits }
    // An urgent one that has waited is not overtaken by one of this iteration.
    let isDue = { (waits: Bool, isUrgent: Bool) in
      hasUrgent ? !waits || isPauseOver && isUrgent : isPauseOver
    }
    let due = pending.filter { isDue($0.waits, $0.announcement.isUrgent) }
    pending.removeAll { isDue($0.waits, $0.announcement.isUrgent) }
    if due.contains(where: \.announcement.isUrgent) { urgentPauseEnd = now + Self.announcementDelay }
    pauseEnd = pending.isEmpty ? nil : pauseEnd.map { max($0, urgentPauseEnd) }
    for window in windows where !due.isEmpty && !isCongested {
      let number = window.accessibleNumber
      let own = due.filter {
        $0.source.window == number && ($0.announcement.isUrgent || window.isAccessibleActive)
      }
      guard let first = own.first?.announcement.text else { continue }
      let text = own.dropFirst().reduce(first) {
        $0 + ($0.hasSuffix(".") ? " " : ". ") + $1.announcement.text
      }
      // Orca 51 would read an urgent one before the focus, which interrupts it.
      send(text, isUrgent: hasUrgent && read[number] == nil, of: window)
    }
  }

  private func send(_ text: String, isUrgent: Bool, of window: any AccessibleWindow) {
    let focused = outline(of: window).entries.last { $0.isFocused }
    let (path, number) = (focused?.path ?? [], window.accessibleNumber)
    let event = AccessibleEvent(member: "Announcement", detail: isUrgent ? 2 : 1, value: .string(text))
    emit(event, of: path, in: number)
    emit(.description(text), insteadOf: event, of: path, in: number)
  }

  /// Sends an event if a client waits for it, and not for the other one.
  private func emit(
    _ event: AccessibleEvent, insteadOf other: AccessibleEvent? = nil, of path: AccessiblePath = [],
    in window: UInt32
  ) {
    guard registry.hasListener(to: event.registeredName, butNotTo: other?.registeredName) else { return }
    let child = event.child.map { numbers.name(of: ObjectLocation(window: window, path: $0)) }
    let object = numbers.name(of: ObjectLocation(window: window, path: path))
    // Without memory, the next outline has the later changes.
    try? bus?.emit(
      event.member, of: "org.a11y.atspi.Event.\(event.interface)", at: object.path,
      [
        .string(event.kind), .integer(event.detail), .integer(event.count),
        .variant(child.map { reference($0) } ?? event.value), .array(of: "{sv}", []),
      ])
  }
}
