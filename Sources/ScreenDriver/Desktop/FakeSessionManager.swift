import CSM
import Glibc

/// A fake session manager for one program ([XSMP][1]), which disconnects with this value.
///
/// It reads messages only during `wait(for:within:until:)`, so it is unresponsive at all other
/// times.
///
/// [1]: https://www.x.org/releases/current/doc/libSM/xsmp.html
public final class FakeSessionManager {
  /// The value for `SESSION_MANAGER`.
  public let address: String
  /// The client ID from a previous session, as sent by the program. `nil` if it sends none.
  public internal(set) var previousID: String?
  /// The current client ID; `nil` before the program has registered.
  public internal(set) var clientID: String?
  /// The properties that the program has set.
  public internal(set) var properties: [String: [String]] = [:]
  /// The number of times that the program has confirmed a save.
  public internal(set) var saveCount = 0
  /// Whether the program has closed the connection in an orderly way.
  public internal(set) var isClosed = false
  /// libSM's connection to the program.
  var client: SmsConn?
  private var transport: IceConn?
  private var listeners: UnsafeMutablePointer<IceListenObj?>?
  private let listenerCount: Int32

  /// Starts to listen.
  ///
  /// - Throws: `cannotStart`.
  public init() throws(ScreenDriverError) {
    // The default handler would end this process when the program disconnects.
    IceSetIOErrorHandler { _ in }
    var (count, errorText): (Int32, [CChar]) = (0, [CChar](repeating: 0, count: 256))
    var listeners: UnsafeMutablePointer<IceListenObj?>?
    guard IceListenForConnections(&count, &listeners, Int32(errorText.count), &errorText) != 0,
      let addresses = IceComposeNetworkIdList(count, listeners)
    else { throw .cannotStart(program: "a session manager", reason: "cannot listen") }
    defer { free(addresses) }
    address = String(cString: addresses)
    listenerCount = count
    self.listeners = listeners
    for index in 0..<Int(count) { IceSetHostBasedAuthProc(listeners?[index]) { _ in 1 } }
    guard initialize(&errorText) else {
      throw .cannotStart(program: "a session manager", reason: "libSM refused to initialize")
    }
  }

  deinit {
    crash()
    IceFreeListenObjs(listenerCount, listeners)
  }

  /// Handles messages of the program until a condition is satisfied.
  ///
  /// - Throws: `timedOut`.
  public func wait(
    for what: String, within timeout: Duration = .defaultTimeout,
    until condition: (FakeSessionManager) -> Bool
  ) throws(ScreenDriverError) {
    try Deadline(after: timeout).poll(for: what) {
      processMessages()
      return condition(self) ? () : nil
    }
  }

  /// Requests the program to save its state.
  ///
  /// - Parameter isShutdown: Whether the session is about to end.
  public func requestSave(isShutdown: Bool) {
    guard let client else { return }
    SmsSaveYourself(client, SmSaveBoth, isShutdown ? 1 : 0, SmInteractStyleNone, 0)
    flush()
  }

  /// Sends a part of the message that requests a save. It bypasses libSM, which would send the
  /// complete message.
  ///
  /// - Parameter bytes: The range of the message's 16 bytes to send.
  public func requestSave(byBytes bytes: Range<Int>) {
    guard let transport else { return }
    // XSMP is protocol 1, this is its message 3, and eight more bytes follow.
    let message: [UInt8] = [1, 3, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0]
    message[bytes].withUnsafeBytes {
      _ = send(IceConnectionNumber(transport), $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
    }
  }

  /// Notifies the program that the shutdown was cancelled.
  public func cancelShutdown() {
    guard let client else { return }
    SmsShutdownCancelled(client)
    flush()
  }

  /// Requests the program to exit.
  public func requestExit() {
    guard let client else { return }
    SmsDie(client)
    flush()
  }

  /// Disconnects without notice, as a crash would.
  public func crash() {
    guard let transport else { return }
    if let client { SmsCleanUp(client) }
    IceSetShutdownNegotiation(transport, 0)
    IceCloseConnection(transport)
    (client, self.transport) = (nil, nil)
  }

  private func flush() { if let transport { IceFlush(transport) } }
}

extension FakeSessionManager {
  /// Handles all messages that have arrived, without waiting.
  private func processMessages() {
    if transport == nil { accept() }
    while let transport, Self.canRead(IceConnectionNumber(transport)) {
      switch IceProcessMessages(transport, nil, nil) {
      case IceProcessMessagesSuccess: continue
      case IceProcessMessagesIOError: crash()
      // The connection is already closed and freed.
      default: (client, self.transport) = (nil, nil)
      }
    }
  }

  private func accept() {
    for index in 0..<Int(listenerCount) {
      guard let listener = listeners?[index], Self.canRead(IceGetListenConnectionNumber(listener)) else {
        continue
      }
      var status = IceAcceptSuccess
      transport = IceAcceptConnection(listener, &status)
      return
    }
  }

  private static func canRead(_ descriptor: Int32) -> Bool {
    var reading = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&reading, 1, 0) > 0
  }
}
