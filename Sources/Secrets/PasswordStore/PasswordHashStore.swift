import Glibc
import System

/// A store for the hash of a password.
///
/// Any thread may call it. Storing takes as long as the cost requires, and comparing takes as long
/// as storing did. A program with a window therefore does both on a worker thread.
package protocol PasswordHashStore: Sendable {
  /// The cost of hashes that are stored.
  var cost: PasswordHash.Parameters { get }

  /// Stores the hash of a password and replaces the previous one.
  ///
  /// - Parameter problem: A problem of the replaced entry that the user has accepted.
  /// - Returns: The actual cost, which is lower if memory was short.
  /// - Throws: After an error, either the previous or the new hash is stored completely.
  func store(_ password: borrowing SecureText, replacing problem: StoredPasswordProblem?)
    throws(PasswordStoreError) -> PasswordHash.Parameters

  /// Compares a password with the stored hash, and returns warnings about the same entry.
  func compare(_ password: borrowing SecureText) throws(PasswordStoreError) -> VerificationResult

  /// Whether the store has prompted the user and is waiting for the answer without a timeout.
  var isPrompting: Bool { get }

  /// Cancels the current operations, as far as they wait for another program.
  func cancel()
}

extension PasswordHashStore {
  /// Returns whether a password is the stored one.
  ///
  /// - Throws: The errors of `compare(_:)`.
  package func verify(_ password: borrowing SecureText) throws(PasswordStoreError) -> Bool {
    try compare(password).isMatch
  }

  /// Always `false` by default.
  package var isPrompting: Bool { false }

  /// Does nothing by default.
  package func cancel() {}
}

/// The result of comparing a password with the stored hash.
package struct VerificationResult: Hashable, Sendable {
  package let isMatch: Bool
  package let warnings: [StoredPasswordWarning]

  /// - Parameters:
  ///   - passwordHash: The stored hash.
  ///   - warning: A problem of the file that contains it.
  /// - Throws: `outOfMemory`.
  init(
    of password: borrowing SecureText, with passwordHash: PasswordHash, warning: StoredPasswordWarning? = nil
  )
    throws(PasswordStoreError)
  {
    isMatch = try passwordHash.matches(password)
    warnings = [warning, passwordHash.cost.weakness].compactMap(\.self)
  }
}

/// A problem of a stored entry that does not prevent a comparison.
package enum StoredPasswordWarning: Hashable, Sendable {
  case problem(StoredPasswordProblem, directory: String)
  /// The hash costs less than the minimum.
  case weak(PasswordHash.Parameters)
}

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
