import System

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

  /// Returns a one-line description of the problem for the user.
  public func message(in directory: String) -> String {
    switch self {
    case .damaged: "The password file in \(directory) is damaged."
    case .ownedByOtherUser: "The password file in \(directory) is owned by another user."
    case .writableByOthers: "The password file in \(directory) is writable by other users."
    case .readableByOthers: "The password file in \(directory) is readable by other users."
    case .isLink: "The password file in \(directory) is a link or has several hard links."
    case .notAFile: "The password file in \(directory) is not a regular file."
    }
  }
}
