import CX11

/// A fake selection owner: a client that replies as configured, correctly or incorrectly (ICCCM
/// 2.2).
///
/// It acts only in calls of its functions, so it can also be unresponsive. It disconnects when this
/// value is destroyed, even in the middle of a reply.
public final class FakeSelectionOwner {
  /// The behavior in response to a request for data.
  public enum Behavior {
    case noReply
    case refusal
    /// Replies with a property that was never written.
    case missingProperty
    /// Replies with a property in one step, of the target's type or another type.
    case value([UInt8], type: String? = nil, format: Int32 = 8)
    /// Sends the same chunk repeatedly (`INCR`), a number of times or without end.
    ///
    /// - Parameters:
    ///   - announced: The announced minimum number of bytes.
    ///   - isEnded: Whether it finally announces the end of the data.
    case chunks([UInt8], count: Int = .max, announced: UInt = 0, isEnded: Bool = true)
  }

  public var behavior: Behavior
  /// The names of the advertised targets. `nil` refuses the request for `TARGETS`.
  public var targets: [String]?
  /// The names of the requested targets, in order.
  public private(set) var requests: [String] = []
  /// The times of these requests.
  public private(set) var times: [UInt] = []
  /// The number of chunks that have been written.
  public private(set) var chunkCount = 0
  let connection: DisplayConnection
  let window: CX11.Window
  /// The messages that its window has received since this was last emptied.
  var messages: [XClientMessageEvent] = []
  /// The request to which chunks are sent.
  private var lastRequest: XSelectionRequestEvent?

  /// Becomes the owner of a selection.
  ///
  /// - Throws: `cannotConnect`.
  public init(
    on display: String, selection: String = "CLIPBOARD", targets: [String]? = ["UTF8_STRING"],
    behavior: Behavior
  ) throws(ScreenDriverError) {
    connection = try DisplayConnection(to: display)
    window = XCreateSimpleWindow(connection.pointer, connection.root, 0, 0, 1, 1, 0, 0, 0)
    (self.targets, self.behavior) = (targets, behavior)
    XSetSelectionOwner(connection.pointer, connection.atom(selection), window, Time(CurrentTime))
    XSync(connection.pointer, False)
  }

  /// Handles the received requests and continues the transfers of which the requestor has read a
  /// chunk.
  public func serve() {
    var event = XEvent()
    XSync(connection.pointer, False)
    while XPending(connection.pointer) > 0 {
      XNextEvent(connection.pointer, &event)
      switch event.type {
      case SelectionRequest: handle(event.xselectionrequest)
      case ClientMessage: messages.append(event.xclient)
      case PropertyNotify where event.xproperty.state == PropertyDelete: writeNext(event.xproperty)
      default: break
      }
    }
    XFlush(connection.pointer)
  }

  /// Replies to the last request late.
  public func replyLate(with bytes: [UInt8]) {
    guard let lastRequest else { return }
    write(bytes, type: lastRequest.target, to: lastRequest)
    notify(lastRequest, isGranted: true)
    XSync(connection.pointer, False)
  }
}

extension FakeSelectionOwner {
  private func handle(_ request: XSelectionRequestEvent) {
    let target = connection.name(of: request.target) ?? ""
    requests.append(target)
    times.append(request.time)
    if target == "TARGETS" { return sendTargets(for: request) }
    lastRequest = request
    switch behavior {
    case .noReply: break
    case .refusal: notify(request, isGranted: false)
    case .missingProperty: notify(request, isGranted: true)
    case .value(let bytes, let type, let format):
      write(bytes, type: type.map(connection.atom) ?? request.target, format: format, to: request)
      notify(request, isGranted: true)
    case .chunks(_, _, let announced, _): announce(announced, to: request)
    }
  }

  private func sendTargets(for request: XSelectionRequestEvent) {
    guard let targets else {
      if case .noReply = behavior { return }
      return notify(request, isGranted: false)
    }
    let atoms = targets.map(connection.atom)
    atoms.withUnsafeBytes { write(Array($0), type: XA_ATOM, format: 32, to: request) }
    notify(request, isGranted: true)
  }

  private func announce(_ count: UInt, to request: XSelectionRequestEvent) {
    _ = connection.attempt { XSelectInput($0, request.requestor, PropertyChangeMask) }
    chunkCount = 0
    withUnsafeBytes(of: count) { write(Array($0), type: connection.atom("INCR"), format: 32, to: request) }
    notify(request, isGranted: true)
  }

  /// Writes the next chunk after the requestor has read the previous one.
  private func writeNext(_ event: XPropertyEvent) {
    guard case .chunks(let chunk, let count, _, let isEnded) = behavior, let lastRequest,
      event.window == lastRequest.requestor, event.atom == lastRequest.property
    else { return }
    guard chunkCount < count else {
      if isEnded, chunkCount == count { write([], type: lastRequest.target, to: lastRequest) }
      chunkCount = count + 1
      return
    }
    chunkCount += 1
    write(chunk, type: lastRequest.target, to: lastRequest)
  }

  private func write(_ bytes: [UInt8], type: Atom, format: Int32 = 8, to request: XSelectionRequestEvent) {
    // Xlib stores 32-bit elements of a property in a C long.
    let stride = format == 32 ? 8 : Int(format) / 8
    for start in Swift.stride(from: 0, through: max(0, bytes.count - 1), by: Self.maximumWrite) {
      let part = bytes[start..<min(start + Self.maximumWrite, bytes.count)]
      _ = connection.attempt {
        XChangeProperty(
          $0, request.requestor, request.property, type, format,
          start == 0 ? PropModeReplace : PropModeAppend, Array(part), Int32(part.count / stride))
      }
    }
  }

  /// The maximum length of one write, in bytes: a request holds at most 16 MB, a property can hold
  /// more.
  private static let maximumWrite = 8_000_000

  private func notify(_ request: XSelectionRequestEvent, isGranted: Bool) {
    var event = XEvent()
    event.xselection.type = SelectionNotify
    event.xselection.requestor = request.requestor
    event.xselection.selection = request.selection
    event.xselection.target = request.target
    event.xselection.property = isGranted ? request.property : Atom(None)
    event.xselection.time = request.time
    _ = connection.attempt { XSendEvent($0, request.requestor, False, NoEventMask, &event) }
  }
}
