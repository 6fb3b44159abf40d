import Glibc
import System

/// The reason a password could not be stored or compared.
package enum PasswordStoreError: Error, Hashable, Sendable {
  /// The disk is full, or a quota or a limit on file sizes is reached.
  case noSpace(directory: String)
  /// The directory cannot be created or written, with the error number of the system.
  case notWritable(directory: String, errno: CInt)
  /// The system does not provide the memory for Argon2id.
  case outOfMemory
  /// No password has been stored.
  case notFound(directory: String)
  /// The stored hash cannot be read, with the error number of the system.
  case notReadable(directory: String, errno: CInt)
  /// The stored entry has a problem.
  case problem(StoredPasswordProblem, directory: String)
  /// A directory has the path of the password file.
  case obstructed(directory: String)
  /// The directory is owned by another user.
  case directoryOwnedByOtherUser(String)
  /// Another program has locked the directory for too long.
  case busy(directory: String)
  /// The desktop keyring reported an error.
  case keyring(KeyringError)

  /// Converts the error number of a system call that wrote to `directory`.
  init(writingTo directory: String, errno: CInt) {
    switch errno {
    case ENOSPC, EDQUOT, EFBIG: self = .noSpace(directory: directory)
    case ENOMEM: self = .outOfMemory
    case EWOULDBLOCK: self = .busy(directory: directory)
    default: self = .notWritable(directory: directory, errno: errno)
    }
  }

  /// Converts the error number of a system call that read from `directory`.
  init(readingFrom directory: String, errno: CInt) {
    switch errno {
    case ENOMEM: self = .outOfMemory
    default: self = .notReadable(directory: directory, errno: errno)
    }
  }
}

/// A problem of the password file, which makes it untrusted or exposes its hash.
public enum StoredPasswordProblem: Hashable, Sendable, CaseIterable {
  /// The content is not a password hash.
  case damaged
  /// The file is owned by another user.
  case ownedByOtherUser
  /// The file is writable by other users.
  case writableByOthers
  /// The file is readable by other users, who can try any number of guesses.
  case readableByOthers
  /// The file is a link or has another hard link.
  case isLink
  /// The file is a pipe, a socket or a device.
  case notAFile

  /// Creates the problem that the status of a file shows, or returns `nil` if there is none.
  init?(_ status: FileStatus) {
    switch status.kind {
    case .link: self = .isLink
    case .directory, .other: self = .notAFile
    case .file where !status.isOwnedByCurrentUser: self = .ownedByOtherUser
    case .file where status.isWritableByOthers: self = .writableByOthers
    case .file where status.hasMultipleHardLinks: self = .isLink
    case .file where status.isReadableByOthers: self = .readableByOthers
    case .file: return nil
    }
  }

  /// Whether the content may come from another user.
  var isUntrusted: Bool { self != .readableByOthers }
}
