import CSecret
import DynamicLibraries

/// What the desktop's keyring is asked, by a thread that waits for the answer: D-Bus lets it wait for
/// 25 seconds, and a person who is to unlock the keyring for longer.
struct KeyringCall: ~Copyable {
  private let library: SecretLibrary
  private let attributes: SecretLibrary.Object?
  let cancellation: KeyringCancellation

  /// Opens the library, which may have another name elsewhere.
  ///
  /// - Throws: `noLibrary`.
  init(library name: String = SecretLibrary.name) throws(KeyringError) {
    do throws(DynamicLibraryError) {
      library = try SecretLibrary(name)
    } catch {
      throw .noLibrary(name)
    }
    attributes = library.makeTable(library.hash, library.isEqual)
    cancellation = KeyringCancellation(library)
    // The table keeps the pointers.
    _ = library.insert(attributes, tactile_secret_purpose(), tactile_secret_password())
  }

  deinit { library.freeTable(attributes) }

  /// Keeps a text in the place of the one before.
  func store(_ text: [UInt8]) throws(KeyringError) {
    let connection = try connection()
    defer { library.freeObject(connection) }
    let text = text.map(CChar.init(bitPattern:)) + [0]
    try asking { failure in
      _ = library.store(
        tactile_secret_schema(), attributes, nil, "Tactile", text, cancellation.object, failure)
    }
  }

  /// The text that is kept; `nil` where none is.
  ///
  /// - Throws: `locked` also where the person was asked to unlock it and did not.
  func text() throws(KeyringError) -> [UInt8]? {
    let connection = try connection()
    defer { library.freeObject(connection) }
    let found = try asking { failure in
      library.lookUp(tactile_secret_schema(), attributes, cancellation.object, failure)
    }
    guard let found else {
      if try isLocked() { throw .locked }
      return nil
    }
    defer { library.freeText(found) }
    return Array(String(cString: found).utf8)
  }

  /// The connection that the library will use. Otherwise the process would end with its bus.
  private func connection() throws(KeyringError) -> SecretLibrary.Object? {
    let connection = try asking { failure in
      library.bus(Self.sessionBus, cancellation.object, failure)
    }
    library.setEndsProcess(connection, 0)
    return connection
  }

  /// `G_BUS_TYPE_SESSION`
  private static let sessionBus: CInt = 2

  /// Whether there is something after all.
  private func isLocked() throws(KeyringError) -> Bool {
    let list = try asking { failure in
      library.search(tactile_secret_schema(), attributes, 0, cancellation.object, failure)
    }
    library.freeList(list, library.freeObject)
    return list != nil
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

/// By what a call is given up from another thread (`GCancellable`).
final class KeyringCancellation {
  fileprivate let object: SecretLibrary.Object?
  private let library: SecretLibrary

  fileprivate init(_ library: SecretLibrary) {
    self.library = library
    object = library.makeCancellable()
  }

  deinit { library.freeObject(object) }

  func cancel() { library.cancel(object) }
}

/// It only hands its object to functions that any thread may call.
extension KeyringCancellation: @unchecked Sendable {}
