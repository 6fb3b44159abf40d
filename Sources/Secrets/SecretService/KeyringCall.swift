import CSecret
import DynamicLibraries

/// What the desktop's keyring is asked, by a thread that waits for the answer: a while for the keyring,
/// and as long as need be for a person whom that asks something.
struct KeyringCall: ~Copyable {
  private let library: SecretLibrary
  private let attributes: SecretLibrary.Object?
  private let cancellation: KeyringCancellation
  private let patience: Duration
  private let makeTimer: @Sendable () -> Watchdog.Timer?
  private let prompting: @Sendable (Bool) -> Void

  /// How long the keyring may take for all of it, but for what it asks the person: as long as D-Bus
  /// lets one wait for a single answer (25 s by [dbus_connection_send_with_reply][1] and by
  /// [g_dbus_connection_call][2]), in which a keyring is started that was not running.
  ///
  /// [1]: https://dbus.freedesktop.org/doc/api/html/group__DBusConnection.html
  /// [2]: https://docs.gtk.org/gio/method.DBusConnection.call.html
  static let patience = Duration.seconds(25)

  /// - Parameters:
  ///   - patience: From when it is asked, and again from when it has asked the person something.
  ///   - cancellation: By what it is given up.
  ///   - makeTimer: Of what measures the patience; `nil` where the system gives none.
  ///   - prompting: Called on any thread, with whether the keyring asks the person something now.
  init(
    _ library: SecretLibrary, patience: Duration = Self.patience,
    cancellation: KeyringCancellation,
    makeTimer: @escaping @Sendable () -> Watchdog.Timer? = { Watchdog.Timer() },
    prompting: @escaping @Sendable (Bool) -> Void = { _ in }
  ) {
    self.library = library
    self.patience = patience
    self.prompting = prompting
    (self.cancellation, self.makeTimer) = (cancellation, makeTimer)
    attributes = library.makeTable(library.hash, library.isEqual)
    // The table keeps the pointers.
    _ = library.insert(attributes, tactile_secret_purpose(), tactile_secret_password())
  }

  deinit { library.freeTable(attributes) }

  /// Keeps a text in the place of the one before.
  ///
  /// The library replaces what is in the default collection, and looks a text up in all of them: where
  /// another one was the default before, what is there still goes.
  ///
  /// - Throws: `notKept` where that is not what is found afterwards. The library takes for a success
  ///   what a person was asked to allow and did not.
  func store(_ text: [UInt8]) throws(KeyringError) {
    try connected { () throws(KeyringError) in
      let isDone = try asking { failure in
        library.store(
          tactile_secret_schema(), attributes, nil, "Tactile",
          text.map(CChar.init(bitPattern:)) + [0], cancellation.object, failure)
      }
      guard isDone != 0 else { throw .notKept }
      try removeOthers(than: text)
      guard try found() == text else { throw .notKept }
    }
  }

  /// The text that is kept; `nil` where none is.
  ///
  /// - Throws: `locked` also where the person was asked to unlock it and did not.
  func text() throws(KeyringError) -> [UInt8]? {
    try connected { () throws(KeyringError) in
      if let text = try found() { return text }
      if try isLocked() { throw .locked }
      return nil
    }
  }

  private func found() throws(KeyringError) -> [UInt8]? {
    let found = try asking { failure in
      library.lookUp(tactile_secret_schema(), attributes, cancellation.object, failure)
    }
    guard let found else { return nil }
    defer { library.freeText(found) }
    return Array(String(cString: found).utf8)
  }

  /// Removes what was kept before, as far as it is unlocked, once the text is there.
  ///
  /// No item is read twice: whoever saves at the same time changes the one in which this text was, and
  /// what is there then is what counts.
  ///
  /// - Throws: `notKept` where the text is not there; then nothing is removed.
  private func removeOthers(than text: [UInt8]) throws(KeyringError) {
    let list = try items(SECRET_SEARCH_ALL)
    defer { library.freeList(list, library.freeObject) }
    var others: [SecretLibrary.Object] = []
    var isKept = false
    var index: CUnsignedInt = 0
    while let item = library.listed(list, index) {
      index += 1
      guard let found = try self.text(of: item) else { continue }
      if found == text { isKept = true } else { others.append(item) }
    }
    guard isKept else { throw .notKept }
    for item in others {
      _ = try askingItem { failure in library.delete(item, cancellation.object, failure) }
    }
  }

  /// The text of one item; `nil` where that is locked, or gone.
  private func text(of item: SecretLibrary.Object) throws(KeyringError) -> [UInt8]? {
    let value = try askingItem { failure in library.value(item, cancellation.object, failure) }
    guard let value else { return nil }
    defer { library.freeValue(value) }
    return library.valueText(value).map { Array(String(cString: $0).utf8) } ?? []
  }

  private func items(_ flags: Int) throws(KeyringError) -> SecretLibrary.Object? {
    try asking { failure in
      library.search(
        tactile_secret_schema(), attributes, CInt(flags), cancellation.object, failure)
    }
  }

  /// Does something while the connection is there that the library will use, and before patience is at
  /// its end.
  ///
  /// - Throws: `noThread`; `silent`, `gone`, and what else keeps the bus from being reached; what the
  ///   body throws.
  private func connected<Result>(
    _ body: () throws(KeyringError) -> Result
  ) throws(KeyringError) -> Result {
    let silence = { @Sendable [cancellation] in cancellation.cancel(because: .silent) }
    guard let watchdog = Watchdog(makeTimer(), after: patience, silence) else { throw .noThread }
    do throws(KeyringError) {
      // It keeps the session that it has with a keyring, and would have it with the next one, since it
      // learns of the end in a context that nobody iterates. What is under way keeps its own.
      library.forgetService()
      let connection = try bus()
      defer { library.freeObject(connection) }
      // Otherwise the process would end with its bus.
      library.setEndsProcess(connection, 0)
      // Any thread may ask; who watches is told to stop before it is freed.
      nonisolated(unsafe) let watched = connection
      let isClosed = { @Sendable [library] in library.isClosed(watched) != 0 }
      let change = { @Sendable [prompting, cancellation] (isPrompting: Bool) in
        cancellation.watch(isPrompting ? isClosed : nil)
        if isPrompting { watchdog.pause() } else { watchdog.restart() }
        prompting(isPrompting)
      }
      let end = { @Sendable [cancellation] in cancellation.cancel(because: .gone) }
      return try PromptObserver.observing(connection, library, change: change, end: end) {
        () throws(KeyringError) in
        do throws(KeyringError) {
          return try body()
        } catch {
          // The library may hear of the bus's end before whoever watches it.
          throw isClosed() ? .gone : error
        }
      }
    } catch {
      throw error == .givenUp ? cancellation.reason ?? error : error
    }
  }

  /// The connection to the session's bus, which is the library's too.
  ///
  /// - Throws: `noBus` where nothing else is known of why there is none.
  private func bus() throws(KeyringError) -> SecretLibrary.Object? {
    do throws(KeyringError) {
      return try asking { failure in
        library.bus(CInt(G_BUS_TYPE_SESSION), cancellation.object, failure)
      }
    } catch {
      if case .refused(let words) = error { throw .noBus(words) }
      throw error
    }
  }

  /// Whether there is something after all.
  private func isLocked() throws(KeyringError) -> Bool {
    let list = try items(SECRET_SEARCH_NONE)
    library.freeList(list, library.freeObject)
    return list != nil
  }

  /// Asks one item for something; `nil` where that is locked, or gone since it was listed.
  private func askingItem<Result>(
    _ body: (SecretLibrary.FailurePlace) -> Result?
  ) throws(KeyringError) -> Result? {
    do throws(KeyringError) {
      return try asking(body)
    } catch {
      guard error == .locked || error == .noCollection else { throw error }
      return nil
    }
  }

  /// Makes an error of what the library says is one.
  private func asking<Result>(
    _ body: (SecretLibrary.FailurePlace) -> Result
  ) throws(KeyringError) -> Result {
    var failure: SecretLibrary.Failure?
    let result = body(&failure)
    guard let failure else { return result }
    defer { library.freeFailure(failure) }
    throw KeyringError(
      domain: library.name(failure.pointee.domain).map { String(cString: $0) } ?? "",
      code: failure.pointee.code,
      message: failure.pointee.message.map { String(cString: $0) } ?? "no reason is given")
  }
}
