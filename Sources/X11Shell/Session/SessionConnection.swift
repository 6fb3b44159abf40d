import CXSession
import DynamicLibraries
import Glibc

/// A connection to a session manager (libSM's `SmcConn`), closed with this value.
final class SessionConnection {
  /// By which the manager knows the program, now and when it starts it again.
  let id: String
  /// What to sleep on.
  let descriptor: Int32
  private let library: SessionLibrary
  private let connection: OpaquePointer
  private let transport: OpaquePointer
  private let inbox: SessionInbox
  /// Whether libICE has taken the connection away by itself.
  private var isGone = false

  /// Registers with the manager and tells it how to start the program again.
  ///
  /// Waits for each of the manager's answers, however long they take.
  ///
  /// - Returns: `nil` where the libraries are missing, or the manager, or it refuses.
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
    introduce()
  }

  deinit {
    // Without a reason given, the manager knows that the program ends by its own will.
    if !isGone { _ = library.close(connection, 0, nil) }
  }

  private static func register(
    _ invitation: SessionInvitation, _ inbox: SessionInbox, by library: SessionLibrary
  ) -> (OpaquePointer, id: String)? {
    var callbacks = inbox.callbacks
    var id: UnsafeMutablePointer<CChar>?
    var complaint = InlineArray<256, CChar>(repeating: 0)
    let addresses = strdup(invitation.addresses)
    let previousID = invitation.previousID.flatMap { strdup($0) }
    defer { for text in [addresses, previousID, id] { free(text) } }
    var span = complaint.mutableSpan
    let connection = span.withUnsafeMutableBufferPointer { complaint in
      complaint.baseAddress.flatMap {
        // Version 1.0 of the protocol, with all four callbacks. The context keeps libICE from
        // sharing the connection with anybody.
        library.open(
          addresses, inbox.address, 1, 0, 0b1111, &callbacks, previousID, &id,
          Int32(complaint.count), $0)
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

  private func introduce() {
    let properties = SessionProperty.introducing(
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
  /// Reads what has come; call it when the descriptor can be read.
  ///
  /// - Returns: What the manager asks for; `nil` where it is gone, or sends half a message: then the
  ///   connection is of no use any more.
  func exchange() -> [SessionRequest]? {
    guard SessionMessage.hasArrived(on: descriptor) else { return nil }
    switch library.processMessages(transport, nil, nil) {
    case 0: return inbox.takeAll()
    case 1: return nil
    default:
      isGone = true
      return nil
    }
  }

  /// Tells that all was kept that is to outlive the program.
  func confirmSaved() { library.confirmSaved(connection, 1) }
}
