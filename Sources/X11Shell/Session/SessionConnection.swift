import CXSession
import DynamicLibraries
import Glibc

/// A connection to a session manager (libSM's `SmcConn`). It is closed with this value.
final class SessionConnection {
  /// The id by which the manager identifies the program, also after a restart.
  let id: String
  /// The descriptor to poll for reading.
  let descriptor: Int32
  private let library: SessionLibrary
  private let connection: OpaquePointer
  private let transport: OpaquePointer
  private let inbox: SessionInbox
  /// Whether libICE has closed the connection.
  private var isClosed = false

  /// Registers with the manager and sends the restart command.
  ///
  /// Blocks until the manager has replied, without a timeout.
  ///
  /// - Returns: `nil` if the libraries or the manager are not available, or if the manager refuses.
  init?(_ invitation: SessionInvitation) {
    guard let library = try? SessionLibrary() else { return nil }
    let inbox = SessionInbox()
    guard let (connection, id) = Self.register(invitation, inbox, by: library),
      let transport = library.transport(connection)
    else { return nil }
    self.id = id
    self.library = library
    self.connection = connection
    self.transport = transport
    self.inbox = inbox
    descriptor = library.descriptor(transport)
    setProperties()
  }

  deinit {
    // Without a reason, the manager assumes that the program exits voluntarily.
    if !isClosed { _ = library.close(connection, 0, nil) }
  }

  private static func register(
    _ invitation: SessionInvitation, _ inbox: SessionInbox, by library: SessionLibrary
  ) -> (OpaquePointer, id: String)? {
    var callbacks = inbox.callbacks
    var id: UnsafeMutablePointer<CChar>?
    var message = InlineArray<256, CChar>(repeating: 0)
    let addresses = strdup(invitation.addresses)
    let previousID = invitation.previousID.flatMap { strdup($0) }
    defer { for text in [addresses, previousID, id] { free(text) } }
    var span = message.mutableSpan
    let connection = span.withUnsafeMutableBufferPointer { message in
      message.baseAddress.flatMap {
        // Version 1.0 of the protocol, with all four callbacks. The context prevents libICE from
        // sharing the connection.
        library.open(
          addresses, inbox.address, 1, 0, 0b1111, &callbacks, previousID, &id, Int32(message.count), $0)
      }
    }
    guard let connection, let id else { return nil }
    let text = String(cString: id)
    guard SessionInvitation.isID(text) else {
      _ = library.close(connection, 0, nil)
      return nil
    }
    return (connection, text)
  }

  private func setProperties() {
    let properties = SessionProperty.standard(
      .own, id: id, user: ProcessOwner.name ?? "\(geteuid())", process: getpid())
    for property in properties {
      property.withCValue { value in
        var list: UnsafeMutablePointer<CXSessionProperty>? = value
        library.setProperties(connection, 1, &list)
      }
    }
  }
}

extension SessionConnection {
  /// Reads the available messages. Call it when the descriptor is readable.
  ///
  /// - Returns: The manager's requests. `nil` if the manager has disconnected or has sent an
  ///   incomplete message; then the connection is unusable.
  func exchange() -> [SessionRequest]? {
    guard SessionMessage.hasArrived(on: descriptor) else { return nil }
    switch library.processMessages(transport, nil, nil) {
    case 0: return inbox.takeAll()
    case 1: return nil
    default:
      isClosed = true
      return nil
    }
  }

  /// Confirms that the persistent state was saved.
  func confirmSaved() { library.confirmSaved(connection, 1) }
}
