import CSecret
import Glibc
import System

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
  let schema: LibSecret.Schema
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
