package import Secrets
import System

// Messages about failures of the system, in English like those of the system itself.

extension StoredPasswordProblem {
  /// Returns a one-line description of the problem for the user.
  package func message(in directory: String) -> String { translations(in: directory).english }
}

extension PasswordStoreError {
  /// A one-line description of the error and its remedy for the user.
  package var message: String {
    switch self {
    case .noSpace(let directory): "Not enough disk space in \(directory). Free some space and try again."
    case .notWritable(let directory, let errno):
      "Cannot write to \(directory) (\(reason(errno))). Make it writable, then try again."
    case .outOfMemory: "Not enough memory to hash the password. Close other programs and try again."
    case .notFound(let directory): "No password is stored in \(directory)."
    case .notReadable(let directory, let errno):
      "Cannot read from \(directory) (\(reason(errno))). Make it readable, then try again."
    case .problem(let problem, let directory):
      "\(problem.message(in: directory)) Save a new password to replace it."
    case .obstructed(let directory):
      """
      \(directory)/\(FilePasswordHashStore.fileName) is a folder, not a file. Remove or rename it, then \
      try again.
      """
    case .directoryOwnedByOtherUser(let directory):
      "The folder \(directory) is owned by another user. Change its owner and try again."
    case .busy(let directory): "Another program is writing to \(directory). Try again."
    case .keyring(let error): error.message
    }
  }

  private func reason(_ errno: CInt) -> String { FileError(path: "", errno: errno).reason }
}

extension KeyringError {
  /// A one-line description of the error and its remedy for the user.
  package var message: String {
    switch self {
    case .noLibrary(let error): "Cannot use the keyring: \(error.reason)."
    case .noThread: "Cannot start a thread for the keyring request. Close other programs and try again."
    case .noSessionBus(let reason):
      """
      No D-Bus session bus found, so no keyring is available (\(reason)). Log in to a desktop session \
      and try again.
      """
    case .noCollection:
      "No keyring was created because its prompt was dismissed. Confirm the prompt and try again."
    case .noService: "No keyring service is running. Start one, for example gnome-keyring, and try again."
    case .locked: "The keyring is locked. Unlock it, then try again."
    case .timedOut: "The keyring did not respond in time. Try again later."
    case .connectionLost: "The keyring service exited before it replied. Start it and try again."
    case .cancelled: "The request was cancelled before the keyring replied."
    case .notStored:
      "The keyring did not store the password. Allow the request in the keyring prompt and try again."
    case .notFound: "No password is stored in the keyring."
    case .damaged: "The keyring entry is damaged. Save the password again to replace it."
    case .other(let reason): "Cannot use the keyring: \(reason)."
    }
  }
}

extension StoredPasswordWarning {
  /// A one-line warning for the user.
  package var message: String {
    switch self {
    case .problem(let problem, let directory):
      "\(problem.message(in: directory)) Run: chmod 600 '\(directory)/\(FilePasswordHashStore.fileName)'"
    case .weak(let cost):
      "The stored password hash is weak: \(cost.text) per guess, "
        + "minimum \(PasswordHash.Parameters.interactive.text). Save the password again."
    }
  }
}

extension PasswordHash.Parameters {
  fileprivate var text: String {
    "\(operations) pass\(operations == 1 ? "" : "es") over \(memory >> 10) KiB"
  }
}

extension LockedMemoryAllocator {
  /// A one-line warning for the user if some memory for secrets could not be locked since the process started.
  package static var warning: String? {
    guard hasUnlockedMemory else { return nil }
    return """
      Cannot lock the password in memory; it may be written to swap. Raise the locked-memory limit \
      (ulimit -l).
      """
  }
}
