import CX11

/// A client that requests the content of a selection, as a program does when it pastes (ICCCM 2.4).
///
/// It has its own connection and window. It disconnects when this value is destroyed, even in the
/// middle of a transfer. It handles events only in calls of `replies()`, so it can also stall.
public final class SelectionReader {
  /// The XID of its window.
  public let xid: UInt
  let connection: DisplayConnection
  private let selection: Atom
  private var incoming: [IncomingValue] = []
  /// The property with the target/property pairs of a `MULTIPLE` request.
  private var multiple: Atom?

  /// - Parameters:
  ///   - display: The display name, for example `:3`.
  ///   - selection: The name of the selection.
  /// - Throws: `cannotConnect`.
  public init(on display: String, selection: String = "CLIPBOARD") throws(ScreenDriverError) {
    connection = try DisplayConnection(to: display)
    xid = XCreateSimpleWindow(connection.pointer, connection.root, 0, 0, 1, 1, 0, 0, 0)
    XSelectInput(connection.pointer, xid, PropertyChangeMask)
    self.selection = connection.atom(selection)
    XSync(connection.pointer, False)
  }

  /// Requests one target.
  ///
  /// - Parameters:
  ///   - target: The name of the target, for example `UTF8_STRING`.
  ///   - time: The server time of the event that caused the request; 0 for the current time.
  ///   - namesProperty: Whether the request names the property for the reply, as all but obsolete
  ///     clients do.
  public func request(_ target: String, at time: UInt = 0, namesProperty: Bool = true) {
    let target = connection.atom(target)
    let property = namesProperty ? connection.atom("DRIVER_ANSWER") : target
    multiple = nil
    incoming = [IncomingValue(property: property)]
    convert(target, into: namesProperty ? property : Atom(None), at: time)
  }

  /// Requests several targets in one request (`MULTIPLE`).
  public func request(all targets: [String]) {
    let request = connection.atom("DRIVER_MULTIPLE")
    let properties = targets.indices.map { connection.atom("DRIVER_ANSWER_\($0)") }
    let pairs = zip(targets, properties).flatMap { [connection.atom($0), $1] }
    _ = pairs.withUnsafeBytes {
      XChangeProperty(
        connection.pointer, xid, request, connection.atom("ATOM_PAIR"), 32, PropModeReplace,
        $0.bindMemory(to: UInt8.self).baseAddress, Int32(pairs.count))
    }
    multiple = request
    incoming = properties.map { IncomingValue(property: $0) }
    convert(connection.atom("MULTIPLE"), into: request, at: 0)
  }

  /// Handles the events that have arrived.
  ///
  /// - Returns: The replies in the order of the requested targets. `nil` while one is incomplete.
  public func replies() -> [SelectionReply]? {
    var event = XEvent()
    XSync(connection.pointer, False)
    while XPending(connection.pointer) > 0 {
      XNextEvent(connection.pointer, &event)
      switch event.type {
      case SelectionNotify: handle(event.xselection)
      case PropertyNotify where event.xproperty.state == PropertyNewValue:
        handleChunk(of: event.xproperty.atom)
      default: break
      }
    }
    let replies = incoming.compactMap(\.reply)
    return replies.count == incoming.count ? replies : nil
  }

  /// Requests one target and waits for the reply.
  ///
  /// - Throws: `timedOut`.
  public func read(_ target: String, within duration: Duration = .defaultTimeout) throws(ScreenDriverError)
    -> SelectionReply
  {
    request(target)
    return try Deadline(after: duration).poll(for: "the selection's owner") { replies()?.first }
  }

  /// Becomes the owner of the selection, without any data to offer.
  public func acquireSelection() {
    XSetSelectionOwner(connection.pointer, selection, xid, Time(CurrentTime))
    XSync(connection.pointer, False)
  }

  /// Returns the names of atoms, for example of the elements of a reply.
  public func names(of atoms: [UInt]) -> [String] { atoms.compactMap(connection.name) }
}

extension SelectionReader {
  private func convert(_ target: Atom, into property: Atom, at time: UInt) {
    XConvertSelection(connection.pointer, selection, target, property, xid, time)
    // The server has notified the owner before this returns.
    XSync(connection.pointer, False)
  }

  private func handle(_ event: XSelectionEvent) {
    let granted = multiple.map { takeProperty($0)?.elements ?? [] }
    for index in incoming.indices {
      let property = incoming[index].property
      let isGranted = event.property != Atom(None) && granted?.contains(property) ?? true
      if isGranted, let value = takeProperty(property) {
        incoming[index].begin(with: value)
      } else {
        incoming[index].reply = .refused
      }
    }
  }

  private func handleChunk(of property: Atom) {
    guard let index = incoming.firstIndex(where: { $0.property == property && $0.isIncremental }),
      let chunk = takeProperty(property)
    else { return }
    incoming[index].append(chunk)
  }

  /// Reads a property of its own window and deletes it. The deletion notifies the owner.
  private func takeProperty(_ property: Atom) -> SelectionValue? {
    guard let name = connection.name(of: property), let elements = connection.property(name, of: xid) else {
      return nil
    }
    let type = connection.typeName(ofProperty: property, of: xid)
    XDeleteProperty(connection.pointer, xid, property)
    XSync(connection.pointer, False)
    return SelectionValue(type: type, elements: elements)
  }
}

/// A reply that is being received.
private struct IncomingValue {
  let property: Atom
  var reply: SelectionReply?
  private var partial: SelectionValue?

  init(property: Atom) { self.property = property }

  /// Whether an incremental transfer is in progress.
  var isIncremental: Bool { partial != nil && reply == nil }

  /// Handles the first property of the owner: the value, or the announcement of an incremental
  /// transfer.
  mutating func begin(with value: SelectionValue) {
    if value.type == "INCR" {
      partial = SelectionValue(type: "", elements: [])
    } else {
      reply = .value(value)
    }
  }

  /// Appends a chunk; an empty one is the last.
  mutating func append(_ chunk: SelectionValue) {
    guard var value = partial else { return }
    value.type = chunk.type
    value.elements += chunk.elements
    value.chunkCount += chunk.elements.isEmpty ? 0 : 1
    partial = value
    if chunk.elements.isEmpty { reply = .value(value) }
  }
}

extension DisplayConnection {
  /// Returns the name of a property's type; empty if there is no such property.
  fileprivate func typeName(ofProperty property: Atom, of window: CX11.Window) -> String {
    var (type, format, count, unread): (Atom, Int32, UInt, UInt) = (0, 0, 0, 0)
    var data: UnsafeMutablePointer<UInt8>?
    _ = attempt {
      XGetWindowProperty(
        $0, window, property, 0, 0, False, Atom(AnyPropertyType), &type, &format, &count, &unread, &data)
    }
    if let data { XFree(data) }
    return type == Atom(None) ? "" : name(of: type) ?? ""
  }
}
