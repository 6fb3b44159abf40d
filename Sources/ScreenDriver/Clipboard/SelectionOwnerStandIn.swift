import CX11

/// Another client that owns a selection and answers as it was told to, well or badly (ICCCM 2.2).
///
/// It acts only when it is asked to, so it may as well be silent, and it dies with this value, in
/// the middle of an answer too.
public final class SelectionOwnerStandIn {
  /// How it answers a request for data.
  public enum Conduct {
    case silence
    case refusal
    /// The property of an answer that it has never written.
    case nothing
    /// A property at once, of the target's type or another.
    case value([UInt8], type: String? = nil, format: Int32 = 8)
    /// The same piece again and again (`INCR`), so many times or for ever.
    ///
    /// - Parameters:
    ///   - announced: How many bytes it says there are at least.
    ///   - isEnded: Whether it says at last that there are no more.
    case pieces([UInt8], count: Int = .max, announced: UInt = 0, isEnded: Bool = true)
  }

  public var conduct: Conduct
  /// The names of the targets that it tells of; `nil` refuses to tell.
  public var targets: [String]?
  /// The names of the targets that it was asked for, in order.
  public private(set) var requests: [String] = []
  /// The times that came with them.
  public private(set) var times: [UInt] = []
  /// How many pieces were written so far.
  public private(set) var pieceCount = 0
  let connection: DisplayConnection
  let window: CX11.Window
  /// What was said to its window since this was last emptied.
  var messages: [XClientMessageEvent] = []
  /// Where pieces go.
  private var receiver: XSelectionRequestEvent?

  /// Becomes the owner of a selection.
  ///
  /// - Throws: `cannotConnect`.
  public init(
    on display: String, selection: String = "CLIPBOARD", targets: [String]? = ["UTF8_STRING"],
    conduct: Conduct
  ) throws(ScreenDriverError) {
    connection = try DisplayConnection(to: display)
    window = XCreateSimpleWindow(connection.pointer, connection.root, 0, 0, 1, 1, 0, 0, 0)
    (self.targets, self.conduct) = (targets, conduct)
    XSetSelectionOwner(
      connection.pointer, connection.atom(selection), window, Time(CurrentTime))
    XSync(connection.pointer, False)
  }

  /// Answers what has come, each request and each piece that was taken.
  public func serve() {
    var event = XEvent()
    XSync(connection.pointer, False)
    while XPending(connection.pointer) > 0 {
      XNextEvent(connection.pointer, &event)
      switch event.type {
      case SelectionRequest: answer(event.xselectionrequest)
      case ClientMessage: messages.append(event.xclient)
      case PropertyNotify where event.xproperty.state == PropertyDelete: goOn(event.xproperty)
      default: break
      }
    }
    XFlush(connection.pointer)
  }

  /// Takes the last request's place as if it had been answered late.
  public func answerLate(with bytes: [UInt8]) {
    guard let receiver else { return }
    write(bytes, type: receiver.target, to: receiver)
    tell(receiver, isGranted: true)
    XSync(connection.pointer, False)
  }
}

extension SelectionOwnerStandIn {
  private func answer(_ request: XSelectionRequestEvent) {
    let target = connection.name(of: request.target) ?? ""
    requests.append(target)
    times.append(request.time)
    if target == "TARGETS" { return list(for: request) }
    receiver = request
    switch conduct {
    case .silence: break
    case .refusal: tell(request, isGranted: false)
    case .nothing: tell(request, isGranted: true)
    case .value(let bytes, let type, let format):
      write(bytes, type: type.map(connection.atom) ?? request.target, format: format, to: request)
      tell(request, isGranted: true)
    case .pieces(_, _, let announced, _): announce(announced, to: request)
    }
  }

  private func list(for request: XSelectionRequestEvent) {
    guard let targets else {
      if case .silence = conduct { return }
      return tell(request, isGranted: false)
    }
    let atoms = targets.map(connection.atom)
    atoms.withUnsafeBytes {
      write(Array($0), type: XA_ATOM, format: 32, to: request)
    }
    tell(request, isGranted: true)
  }

  private func announce(_ count: UInt, to request: XSelectionRequestEvent) {
    _ = connection.attempt { XSelectInput($0, request.requestor, PropertyChangeMask) }
    pieceCount = 0
    withUnsafeBytes(of: count) {
      write(Array($0), type: connection.atom("INCR"), format: 32, to: request)
    }
    tell(request, isGranted: true)
  }

  /// The next piece, now that the last one was taken.
  private func goOn(_ event: XPropertyEvent) {
    guard case .pieces(let piece, let count, _, let isEnded) = conduct, let receiver,
      event.window == receiver.requestor, event.atom == receiver.property
    else { return }
    guard pieceCount < count else {
      if isEnded, pieceCount == count { write([], type: receiver.target, to: receiver) }
      pieceCount = count + 1
      return
    }
    pieceCount += 1
    write(piece, type: receiver.target, to: receiver)
  }

  private func write(
    _ bytes: [UInt8], type: Atom, format: Int32 = 8, to request: XSelectionRequestEvent
  ) {
    // Xlib keeps 32 bits of a property in a C long.
    let stride = format == 32 ? 8 : Int(format) / 8
    for start in Swift.stride(from: 0, through: max(0, bytes.count - 1), by: Self.longestWrite) {
      let part = bytes[start..<min(start + Self.longestWrite, bytes.count)]
      _ = connection.attempt {
        XChangeProperty(
          $0, request.requestor, request.property, type, format,
          start == 0 ? PropModeReplace : PropModeAppend, Array(part), Int32(part.count / stride))
      }
    }
  }

  /// In bytes: a request holds no more than 16 MB, a property does.
  private static let longestWrite = 8_000_000

  private func tell(_ request: XSelectionRequestEvent, isGranted: Bool) {
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
