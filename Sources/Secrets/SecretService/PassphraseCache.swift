import CSecret
import Glibc
import System

/// The passphrases of GnuPG in the desktop keyring, which all pinentries share.
///
/// All calls block until the keyring has replied, which may first ask the user to unlock it.
package struct PassphraseCache: Sendable {
  private let library: LibSecret

  /// Opens libsecret.
  ///
  /// - Throws: `noLibrary`.
  package init() throws(KeyringError) {
    do throws(DynamicLibraryError) { library = try LibSecret() } catch { throw .noLibrary(error) }
  }

  /// Returns the passphrase with an id, or `nil` if none is stored.
  ///
  /// - Throws: `locked`; `damaged` if the stored text cannot be a passphrase; other errors of the keyring.
  package func passphrase(_ keyInfo: String) throws(KeyringError) -> SecureTextProvider? {
    try run(keyInfo) { (client: borrowing KeyringClient) throws(KeyringError) in try client.passphrase() }
  }

  /// Stores a passphrase and replaces the previous one.
  package func store(_ passphrase: SecureTextProvider, as keyInfo: String) throws(KeyringError) {
    try run(keyInfo) { (client: borrowing KeyringClient) throws(KeyringError) in
      try client.store(passphrase, label: "GnuPG: \(keyInfo)")
    }
  }

  /// Removes a passphrase.
  ///
  /// - Returns: Whether one was stored.
  package func remove(_ keyInfo: String) throws(KeyringError) -> Bool {
    try run(keyInfo) { (client: borrowing KeyringClient) throws(KeyringError) in try client.remove() }
  }

  private func run<Reply: Sendable>(
    _ keyInfo: String, _ request: @escaping @Sendable (borrowing KeyringClient) throws(KeyringError) -> Reply
  ) throws(KeyringError) -> Reply {
    try KeyringOperation(library, item: .passphrase(keyInfo: keyInfo)).run(request)
  }
}

extension KeyringClient {
  /// Returns the stored passphrase.
  ///
  /// - Throws: `locked`; `damaged` if the stored text cannot be a passphrase.
  func passphrase() throws(KeyringError) -> SecureTextProvider? {
    try text { found throws(KeyringError) in
      var text = SecureText()
      let bytes = UnsafeBufferPointer(start: found, count: strlen(found))
      let isAccepted = bytes.withMemoryRebound(to: UInt8.self) { utf8 in
        if case .inserted = text.replace(graphemes: 0..<0, with: utf8.span) { true } else { false }
      }
      guard isAccepted else { throw .damaged }
      return SecureTextProvider(text)
    }
  }

  fileprivate func store(_ passphrase: SecureTextProvider, label: String) throws(KeyringError) {
    try withConnection { () throws(KeyringError) in
      _ = library.insert(attributes, tactile_passphrase_creator_key(), tactile_passphrase_creator())
      let isStored = try throwingGError { failure in
        passphrase.withCString {
          library.store(schema, attributes, nil, label, $0, cancellation.object, failure)
        }
      }
      guard isStored != 0 else { throw .notStored }
    }
  }

  /// - Returns: Whether an item was removed.
  fileprivate func remove() throws(KeyringError) -> Bool {
    try withConnection { () throws(KeyringError) in
      try throwingGError { failure in library.clear(schema, attributes, cancellation.object, failure) } != 0
    }
  }
}

extension SecureTextProvider {
  /// Calls `body` with the text and a NUL in locked memory.
  fileprivate func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    withText { text in
      text.withFramedBytes(suffix: "\0") { bytes in
        bytes.withMemoryRebound(to: CChar.self) { characters in
          // The suffix makes the buffer not empty.
          body(UnsafePointer(characters.baseAddress.unsafelyUnwrapped))
        }
      }
    }
  }
}
