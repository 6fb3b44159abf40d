import CSecret
package import System

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
