import CX11
import X11

extension Application {
  /// Makes this process the only one with a name on the screen. Others send their messages to it.
  ///
  /// - Parameters:
  ///   - name: The name of a selection, which the process owns from now on.
  ///   - onLoss: Called when another client has taken the name, so that this process receives no more messages.
  ///   - body: Receives the messages of other processes, each at most 20 bytes long. They are untrusted.
  /// - Returns: `true` if this process now has the name, `false` if another one has it.
  public func becomeInstance(
    named name: String, onLoss: @escaping () -> Void, _ body: @escaping (String) -> Void
  ) -> Bool {
    let selection = connection.instanceSelection(name)
    let display = connection.display
    // Two processes that start together must not both find it free.
    XGrabServer(display)
    defer {
      XUngrabServer(display)
      connection.flush()
    }
    guard XGetSelectionOwner(display, selection) == WindowID(None) else { return false }
    let window = connection.makeHiddenWindow()
    XSetSelectionOwner(display, selection, window, Time(CurrentTime))
    instance = Instance(window: window, selection: selection, onLoss: onLoss, body: body)
    return true
  }

  /// Sends a message to the process with a name, over a connection of its own. Needs no application, and so no fonts.
  ///
  /// - Parameters:
  ///   - message: At most 20 bytes.
  ///   - onConnectionLoss: Called when the connection to the X server is lost, as for `Application.init`.
  /// - Returns: Whether there is such a process.
  /// - Throws: `cannotConnect`.
  public static func send(
    _ message: String, toInstanceNamed name: String, onConnectionLoss: (() -> Never)? = nil
  ) throws(WindowingError) -> Bool {
    precondition(message.utf8.count <= Instance.maximumLength, "message too long: \(message)")
    SignalSource.blockBrokenPipe()
    let connection: Connection
    do throws(ConnectionError) { connection = try Connection(onLoss: onConnectionLoss) } catch {
      throw .cannotConnect(display: error.display)
    }
    let selection = connection.instanceSelection(name)
    let owner = XGetSelectionOwner(connection.display, selection)
    guard owner != WindowID(None) else { return false }
    var event = XEvent(message: selection, about: owner, bytes: Array(message.utf8))
    return connection.succeeds { _ = XSendEvent(connection.display, owner, False, NoEventMask, &event) }
  }

  /// Handles a message to the instance, or the loss of its name.
  ///
  /// - Returns: Whether the event was consumed.
  func handleInstanceMessage(_ event: XEvent) -> Bool {
    guard let instance, event.xany.window == instance.window else { return false }
    if event.type == SelectionClear { instance.onLoss() }
    guard event.type == ClientMessage else { return true }
    let message = event.xclient
    guard message.message_type == instance.selection, message.format == 8 else { return true }
    let bytes = withUnsafeBytes(of: message.data) { $0.prefix(Instance.maximumLength).prefix { $0 != 0 } }
    instance.body(String(decoding: bytes, as: UTF8.self))
    return true
  }
}

/// The role of a process as the only one with a name.
struct Instance {
  let window: WindowID
  let selection: Atom
  let onLoss: () -> Void
  let body: (String) -> Void

  /// The number of bytes in a client message.
  static let maximumLength = 20
}

extension Connection {
  fileprivate func instanceSelection(_ name: String) -> Atom { atoms.named(["\(name)_S\(screen)"])[0] }
}
