import Files
import Glibc

/// Why a password could not be stored or compared.
public enum VaultError: Error, Hashable, Sendable {
  /// The disk, a quota or a limit on the size of files is exhausted.
  case noSpace(folder: String)
  /// The folder cannot be made or written to, with the system's error number.
  case notWritable(folder: String, errno: CInt)
  /// The system does not give the memory that Argon2id works in.
  case outOfMemory
  /// No password was ever stored.
  case nothingStored(folder: String)
  /// The stored verifier cannot be read, with the system's error number.
  case notReadable(folder: String, errno: CInt)
  /// What is stored may be somebody else's, or is no verifier.
  case faulty(StoredFault, folder: String)
  /// A folder is in the file's place.
  case obstructed(folder: String)
  /// The folder belongs to another user.
  case foreignFolder(String)
  /// Another program has kept the folder to itself for too long.
  case busy(folder: String)
  /// The desktop's keyring has not done what it was to do.
  case keyring(KeyringError)

  /// What a system call's error number means where something was written to `folder`.
  init(writingTo folder: String, errno: CInt) {
    switch errno {
    case ENOSPC, EDQUOT, EFBIG: self = .noSpace(folder: folder)
    case ENOMEM: self = .outOfMemory
    case EWOULDBLOCK: self = .busy(folder: folder)
    default: self = .notWritable(folder: folder, errno: errno)
    }
  }

  /// What a system call's error number means where something was read from `folder`.
  init(readingFrom folder: String, errno: CInt) {
    switch errno {
    case ENOMEM: self = .outOfMemory
    default: self = .notReadable(folder: folder, errno: errno)
    }
  }

  /// One line that tells a person what happened and what to do.
  public var message: String {
    switch self {
    case .noSpace(let folder):
      "No space is left for \(folder). Free some, then try again."
    case .notWritable(let folder, let errno):
      "Cannot write to \(folder) (\(reason(errno))). Make it writable, then try again."
    case .outOfMemory:
      "Too little memory is free. Close another program, then try again."
    case .nothingStored(let folder):
      "No password is stored in \(folder)."
    case .notReadable(let folder, let errno):
      "Cannot read from \(folder) (\(reason(errno))). Make it readable, then try again."
    case .faulty(let fault, let folder):
      "\(fault.line(in: folder)) Save a password in its place."
    case .obstructed(let folder):
      "A folder is in the password file's place in \(folder). Move it away, then try again."
    case .foreignFolder(let folder):
      "The folder \(folder) belongs to another user. Make it yours, then try again."
    case .busy(let folder):
      "Another program is saving to \(folder). Try again."
    case .keyring(let error): error.message
    }
  }

  private func reason(_ errno: CInt) -> String { FileError(path: "", errno: errno).reason }
}
