import CSM
import Glibc

/// A session manager for one program, gone with this value ([XSMP][1]).
///
/// It does nothing by itself: what comes is read while somebody waits for something, so that a
/// manager for which nobody waits is mute.
///
/// [1]: https://www.x.org/releases/current/doc/libSM/xsmp.html
public final class SessionManager {
  /// What to set `SESSION_MANAGER` to.
  public let address: String
  /// By which the program was known before, as it says; `nil` where it says nothing.
  public internal(set) var previousID: String?
  /// By which it is known now; `nil` before it has registered.
  public internal(set) var clientID: String?
  /// What the program has told of itself.
  public internal(set) var properties: [String: [String]] = [:]
  /// How often it has told that its state is saved.
  public internal(set) var savings = 0
  /// Whether it has taken its leave.
  public internal(set) var isLeft = false
  /// libSM's connection to the program.
  var client: SmsConn?
  private var transport: IceConn?
  private var listeners: UnsafeMutablePointer<IceListenObj?>?
  private let listenerCount: Int32

  /// Begins to listen.
  ///
  /// - Throws: `cannotStart`.
  public init() throws(ScreenDriverError) {
    // A program that goes away ends no test.
    IceSetIOErrorHandler { _ in }
    var (count, complaint): (Int32, [CChar]) = (0, [CChar](repeating: 0, count: 256))
    var listeners: UnsafeMutablePointer<IceListenObj?>?
    guard IceListenForConnections(&count, &listeners, Int32(complaint.count), &complaint) != 0,
      let addresses = IceComposeNetworkIdList(count, listeners)
    else { throw .cannotStart(program: "a session manager", reason: "it cannot listen") }
    defer { free(addresses) }
    address = String(cString: addresses)
    listenerCount = count
    self.listeners = listeners
    for index in 0..<Int(count) { IceSetHostBasedAuthProc(listeners?[index]) { _ in 1 } }
    guard offer(&complaint) else {
      throw .cannotStart(program: "a session manager", reason: "libSM refuses")
    }
  }

  deinit {
    crash()
    IceFreeListenObjs(listenerCount, listeners)
  }

  /// Reads what the program says until it is as wished.
  ///
  /// - Throws: `timedOut`.
  public func wait(
    for what: String, within patience: Duration = .patience,
    until isThere: (SessionManager) -> Bool
  ) throws(ScreenDriverError) {
    try Deadline(after: patience).poll(for: what) {
      exchange()
      return isThere(self) ? () : nil
    }
  }

  /// Has the program save its state.
  ///
  /// - Parameter isShutdown: Whether the session is about to end.
  public func askToSave(isShutdown: Bool) {
    guard let client else { return }
    SmsSaveYourself(client, SmSaveBoth, isShutdown ? 1 : 0, SmInteractStyleNone, 0)
    flush()
  }

  /// Has the program save its state, by a part of the message that says so: past libSM, which would
  /// send all of it.
  ///
  /// - Parameter bytes: Of its 16.
  public func askToSave(byBytes bytes: Range<Int>) {
    guard let transport else { return }
    // XSMP is the first protocol, and this its message 3, with eight bytes more.
    let message: [UInt8] = [1, 3, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0]
    message[bytes].withUnsafeBytes {
      _ = send(IceConnectionNumber(transport), $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
    }
  }

  /// Tells the program that the session goes on after all.
  public func cancelShutdown() {
    guard let client else { return }
    SmsShutdownCancelled(client)
    flush()
  }

  /// Has the program end.
  public func askToEnd() {
    guard let client else { return }
    SmsDie(client)
    flush()
  }

  /// Goes away without a word, as a crash has it.
  public func crash() {
    guard let transport else { return }
    if let client { SmsCleanUp(client) }
    IceSetShutdownNegotiation(transport, 0)
    IceCloseConnection(transport)
    (client, self.transport) = (nil, nil)
  }

  private func flush() {
    if let transport { IceFlush(transport) }
  }
}

extension SessionManager {
  /// Reads all that has come, and waits for nothing.
  private func exchange() {
    if transport == nil { accept() }
    while let transport, Self.canRead(IceConnectionNumber(transport)) {
      switch IceProcessMessages(transport, nil, nil) {
      case IceProcessMessagesSuccess: continue
      case IceProcessMessagesIOError: crash()
      // It is closed and freed already.
      default: (client, self.transport) = (nil, nil)
      }
    }
  }

  private func accept() {
    for index in 0..<Int(listenerCount) {
      guard let listener = listeners?[index],
        Self.canRead(IceGetListenConnectionNumber(listener))
      else { continue }
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
