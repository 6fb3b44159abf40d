import CSecret
public import DynamicLibraries

/// Why the desktop's keyring could not be asked, or has no answer.
public enum KeyringError: Error, Hashable, Sendable {
  /// libsecret is not installed, or is not what it should be.
  case noLibrary(DynamicLibraryError)
  /// The system gives no thread, or no timer, to watch how long it takes.
  case noThread
  /// The session has no bus, in the words of the library.
  case noBus(String)
  /// No program on the bus is a keyring.
  case noService
  /// The keyring has no collection to keep it in, since the person was asked about one and has given
  /// no answer.
  case noCollection
  /// The keyring is locked, and the person was not asked to unlock it or did not.
  case locked
  /// The keyring lets one wait.
  case silent
  /// The keyring has ended while it asked the person something, or its bus.
  case gone
  /// What was under way was given up.
  case givenUp
  /// It has taken what it was given, and not kept it.
  case notKept
  /// No password was ever stored.
  case nothingStored
  /// What is stored is no verifier.
  case damaged
  /// Something else, in the words of the library.
  case refused(String)

  /// What an error of the library's means.
  ///
  /// - Parameters:
  ///   - domain: The name of what the code is of.
  ///   - message: In the library's words.
  init(domain: String, code: CInt, message: String) {
    switch (domain, Int(code)) {
    case ("g-io-error-quark", G_IO_ERROR_CANCELLED): self = .givenUp
    case ("g-io-error-quark", G_IO_ERROR_TIMED_OUT), ("g-dbus-error-quark", G_DBUS_ERROR_NO_REPLY),
      ("g-dbus-error-quark", G_DBUS_ERROR_TIMEOUT), ("g-dbus-error-quark", G_DBUS_ERROR_TIMED_OUT):
      self = .silent
    case ("g-dbus-error-quark", G_DBUS_ERROR_SERVICE_UNKNOWN),
      ("g-dbus-error-quark", G_DBUS_ERROR_NAME_HAS_NO_OWNER):
      self = .noService
    case ("secret-error", SECRET_ERROR_IS_LOCKED): self = .locked
    case ("secret-error", SECRET_ERROR_NO_SUCH_OBJECT),
      ("g-dbus-error-quark", G_DBUS_ERROR_UNKNOWN_METHOD),
      ("g-dbus-error-quark", G_DBUS_ERROR_UNKNOWN_OBJECT):
      self = .noCollection
    default: self = .refused(message.split(separator: "\n").joined(separator: " "))
    }
  }

  /// One line that tells a person what happened and what to do.
  var message: String {
    switch self {
    case .noLibrary(let error): "The keyring cannot be used: \(error.reason)."
    case .noThread:
      "The system gives no thread to ask the keyring by. Close another program, then try again."
    case .noBus(let words):
      "There is no session bus, and so no keyring. Log in to a desktop, then try again. \(words)."
    case .noCollection:
      "The keyring has no place for it, as nobody answered what it asked. Answer, then try again."
    case .noService: "There is no keyring. Start one, such as gnome-keyring, then try again."
    case .locked: "The keyring is locked. Unlock it, then try again."
    case .silent: "The keyring does not answer. Try again later."
    case .gone: "The keyring has ended before it had an answer. Start it, then try again."
    case .givenUp: "It was given up before the keyring had answered."
    case .notKept: "The keyring has not kept the password. Allow it if asked, then try again."
    case .nothingStored: "No password is stored in the keyring."
    case .damaged: "What is stored in the keyring is damaged. Save a password in its place."
    case .refused(let words): "The keyring cannot be used: \(words)."
    }
  }
}
