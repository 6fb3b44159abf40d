import CSecret
import Glibc
package import System

/// A client of the desktop keyring whose calls block until the reply or their cancellation.
struct KeyringClient: ~Copyable {
  /// The item that a client stores and looks up.
  enum Item: Hashable, Sendable {
    /// The hash of the form's password.
    case passwordHash
    /// A passphrase of GnuPG, with the id that gpg-agent gives to it.
    case passphrase(keyInfo: String)
  }

  let library: LibSecret
  let attributes: LibSecret.GObject?
  let schema: UnsafePointer<CSecretSchema>
  /// The id of a passphrase, to which `attributes` points. `nil` for other items.
  let keyInfo: UnsafeMutablePointer<CChar>?
  let cancellation: KeyringCancellation
  private let onPromptChange: @Sendable (Bool) -> Void

  /// - Parameters:
  ///   - cancellation: Cancels the call.
  ///   - onPromptChange: Called on an arbitrary thread when a keyring prompt appears (`true`) or
  ///     closes (`false`).
  init(
    _ library: LibSecret, item: Item = .passwordHash, cancellation: KeyringCancellation,
    onPromptChange: @escaping @Sendable (Bool) -> Void = { _ in }
  ) {
    (self.library, self.cancellation, self.onPromptChange) = (library, cancellation, onPromptChange)
    attributes = library.makeTable(library.hash, library.isEqual)
    // The table stores these pointers without copying the strings.
    switch item {
    case .passwordHash:
      (schema, keyInfo) = (tactile_secret_schema(), nil)
      _ = library.insert(attributes, tactile_secret_purpose(), tactile_secret_password())
    case .passphrase(let id):
      (schema, keyInfo) = (tactile_passphrase_schema(), strdup(id))
      if let keyInfo { _ = library.insert(attributes, tactile_passphrase_key(), keyInfo) }
    }
  }

  deinit {
    library.freeTable(attributes)
    free(keyInfo)
  }

  /// Stores a text and replaces the previous one.
  ///
  /// The library replaces the item of the default collection, but looks up a text in all
  /// collections. Items of a previous default collection are therefore removed.
  ///
  /// - Throws: `notStored` if the text is not found afterwards. The library also reports success if
  ///   the user dismissed a prompt.
  func store(_ text: [UInt8]) throws(KeyringError) {
    try withConnection { () throws(KeyringError) in
      let isDone = try throwingGError { failure in
        library.store(
          schema, attributes, nil, "Tactile", text.map(CChar.init(bitPattern:)) + [0],
          cancellation.object, failure)
      }
      guard isDone != 0 else { throw .notStored }
      try removeOthers(than: text)
      guard try lookUp(Self.bytes(of:)) == text else { throw .notStored }
    }
  }

  /// Returns the stored text, or `nil` if there is none.
  ///
  /// - Throws: `locked`, also if the user was prompted to unlock the text and did not.
  func text() throws(KeyringError) -> [UInt8]? { try text(Self.bytes(of:)) }

  /// Converts the stored text with a closure. Returns `nil` if none is stored. libsecret keeps the text in locked
  /// memory and wipes it.
  ///
  /// - Throws: `locked`, also if the user was prompted to unlock the text and did not; the errors of the closure.
  func text<Text>(_ convert: (UnsafePointer<CChar>) throws(KeyringError) -> Text) throws(KeyringError)
    -> Text?
  {
    try withConnection { () throws(KeyringError) in
      if let text = try lookUp(convert) { return text }
      if try isLocked() { throw .locked }
      return nil
    }
  }

  private func lookUp<Text>(
    _ convert: (UnsafePointer<CChar>) throws(KeyringError) -> Text
  ) throws(KeyringError) -> Text? {
    let found = try throwingGError { failure in
      library.lookUp(schema, attributes, cancellation.object, failure)
    }
    guard let found else { return nil }
    defer { library.freeText(found) }
    return try convert(found)
  }

  private static func bytes(of text: UnsafePointer<CChar>) -> [UInt8] { Array(String(cString: text).utf8) }

  /// Removes previous items that are unlocked, once the text is stored.
  ///
  /// No item is read twice: another program that saves at the same time changes the item that
  /// contained this text, and its new content counts.
  ///
  /// - Throws: `notStored` if the text is not found. In that case, nothing is removed.
  private func removeOthers(than text: [UInt8]) throws(KeyringError) {
    let list = try items(SECRET_SEARCH_ALL)
    defer { library.freeList(list, library.freeObject) }
    var others: [LibSecret.GObject] = []
    var isStored = false
    var index: CUnsignedInt = 0
    while let item = library.listItem(list, index) {
      index += 1
      guard let found = try self.text(of: item) else { continue }
      if found == text { isStored = true } else { others.append(item) }
    }
    guard isStored else { throw .notStored }
    for item in others {
      _ = try callOnItem { failure in library.delete(item, cancellation.object, failure) }
    }
  }

  /// Returns the text of an item, or `nil` if the item is locked or was removed.
  private func text(of item: LibSecret.GObject) throws(KeyringError) -> [UInt8]? {
    let value = try callOnItem { failure in library.value(item, cancellation.object, failure) }
    guard let value else { return nil }
    defer { library.freeValue(value) }
    return library.valueText(value).map { Array(String(cString: $0).utf8) } ?? []
  }

  private func items(_ flags: Int) throws(KeyringError) -> LibSecret.GObject? {
    try throwingGError { failure in
      library.search(schema, attributes, CInt(flags), cancellation.object, failure)
    }
  }

  /// Calls `body` while the connection that the library uses is open.
  ///
  /// - Throws: `connectionLost` and other errors of the bus; the reason of the cancellation; the
  ///   errors of `body`.
  func withConnection<Result>(_ body: () throws(KeyringError) -> Result) throws(KeyringError)
    -> Result
  {
    do throws(KeyringError) {
      // libsecret keeps its session with a keyring and would use it with the next one: it would
      // receive the exit of the first one in a context that no thread iterates. Calls in progress
      // keep their session.
      library.disconnectService()
      let connection = try bus()
      defer { library.freeObject(connection) }
      // Otherwise, GLib ends the process when the bus closes.
      library.setExitOnClose(connection, 0)
      // Any thread may call this closure. Its users stop before the connection is freed.
      nonisolated(unsafe) let watchedConnection = connection
      let isClosed = { @Sendable [library] in library.isClosed(watchedConnection) != 0 }
      let onChange = { @Sendable [onPromptChange, cancellation] (isPrompting: Bool) in
        cancellation.setBusCheck(isPrompting ? isClosed : nil)
        onPromptChange(isPrompting)
      }
      let onExit = { @Sendable [cancellation] in cancellation.cancel(because: .connectionLost) }
      return try PromptObserver.observing(connection, library, onChange: onChange, onExit: onExit) {
        () throws(KeyringError) in
        do throws(KeyringError) { return try body() } catch {
          // The library may report the end of the bus before an observer does.
          throw isClosed() ? .connectionLost : error
        }
      }
    } catch { throw error == .cancelled ? cancellation.reason ?? error : error }
  }

  /// Returns the connection to the session bus, which the library uses, too.
  ///
  /// - Throws: `noSessionBus` unless the library reports a more specific error.
  private func bus() throws(KeyringError) -> LibSecret.GObject? {
    do throws(KeyringError) {
      return try throwingGError { failure in
        library.bus(CInt(G_BUS_TYPE_SESSION), cancellation.object, failure)
      }
    } catch {
      if case .other(let reason) = error { throw .noSessionBus(reason) }
      throw error
    }
  }

  /// Returns whether an item exists, which is then locked.
  private func isLocked() throws(KeyringError) -> Bool {
    let list = try items(SECRET_SEARCH_NONE)
    library.freeList(list, library.freeObject)
    return list != nil
  }

  /// Performs a call on one item. Returns `nil` if the item is locked or was removed after it was
  /// listed.
  private func callOnItem<Result>(_ body: (LibSecret.GErrorOut) -> Result?) throws(KeyringError) -> Result? {
    do throws(KeyringError) { return try throwingGError(body) } catch {
      guard error == .locked || error == .noCollection else { throw error }
      return nil
    }
  }

  /// Converts the `GError` of a call to a `KeyringError`.
  func throwingGError<Result>(_ body: (LibSecret.GErrorOut) -> Result) throws(KeyringError) -> Result {
    var failure: LibSecret.GError?
    let result = body(&failure)
    guard let failure else { return result }
    defer { library.freeError(failure) }
    throw KeyringError(
      domain: library.name(failure.pointee.domain).map { String(cString: $0) } ?? "",
      code: failure.pointee.code,
      message: failure.pointee.message.map { String(cString: $0) } ?? "no reason given")
  }
}

/// The reason a keyring operation failed.
package enum KeyringError: Error, Hashable, Sendable {
  /// libsecret is not installed or lacks a function.
  case noLibrary(DynamicLibraryError)
  /// The system provides no thread for the call.
  case noThread
  /// The session has no bus. Contains the message of the library.
  case noSessionBus(String)
  /// No program on the bus is a keyring.
  case noService
  /// The keyring has no collection for the password, because the user did not confirm the prompt to
  /// create one.
  case noCollection
  /// The keyring is locked, and the user was not prompted to unlock it or did not unlock it.
  case locked
  /// The keyring did not reply in time.
  case timedOut
  /// The keyring exited while a prompt was open, or its bus closed.
  case connectionLost
  /// The operation was cancelled.
  case cancelled
  /// The keyring reported success but did not store the text.
  case notStored
  /// No password has been stored.
  case notFound
  /// The stored text is not a password hash, or cannot be a passphrase.
  case damaged
  /// Any other error. Contains the message of the library.
  case other(String)

  /// Converts an error of the library.
  ///
  /// - Parameters:
  ///   - domain: The name of the error domain of `code`.
  ///   - message: The message of the library.
  init(domain: String, code: CInt, message: String) {
    switch (domain, Int(code)) {
    case ("g-io-error-quark", G_IO_ERROR_CANCELLED): self = .cancelled
    case ("g-io-error-quark", G_IO_ERROR_TIMED_OUT), ("g-dbus-error-quark", G_DBUS_ERROR_NO_REPLY),
      ("g-dbus-error-quark", G_DBUS_ERROR_TIMEOUT), ("g-dbus-error-quark", G_DBUS_ERROR_TIMED_OUT):
      self = .timedOut
    case ("g-dbus-error-quark", G_DBUS_ERROR_SERVICE_UNKNOWN),
      ("g-dbus-error-quark", G_DBUS_ERROR_NAME_HAS_NO_OWNER):
      self = .noService
    case ("secret-error", SECRET_ERROR_IS_LOCKED): self = .locked
    case ("secret-error", SECRET_ERROR_NO_SUCH_OBJECT), ("g-dbus-error-quark", G_DBUS_ERROR_UNKNOWN_METHOD),
      ("g-dbus-error-quark", G_DBUS_ERROR_UNKNOWN_OBJECT):
      self = .noCollection
    default: self = .other(message.split(separator: "\n").joined(separator: " "))
    }
  }
}

/// libsecret, which accesses the desktop keyring through the [Secret Service API][1], and GLib, on which it depends. It is
/// loaded when the keyring is used.
///
/// [1]: https://specifications.freedesktop.org/secret-service/latest/
typealias LibSecret = LoadedLibrary<CSecretFunctions>

extension LoadedLibrary<CSecretFunctions> {
  static var name: String { "libsecret-1.so.0" }

  /// - Parameter name: The name of the library, which may differ on other systems.
  convenience init(_ name: String = name) throws(DynamicLibraryError) {
    try self.init(name, tactile_secret_names())
  }

  /// `GHashTable`, `GCancellable`, `GList`, `GDBusConnection`, `GDBusMessage`, `SecretItem`,
  /// `SecretValue`
  typealias GObject = OpaquePointer
  typealias GError = UnsafeMutablePointer<CSecretError>
  typealias GErrorOut = UnsafeMutablePointer<GError?>
}
