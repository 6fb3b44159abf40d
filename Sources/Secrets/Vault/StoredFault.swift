import Files

/// What may be wrong with a stored password, so that nobody can be sure whose it is.
public enum StoredFault: Hashable, Sendable, CaseIterable {
  /// It is no verifier.
  case damaged
  /// It belongs to another user.
  case foreign
  /// Others may change it.
  case changeable
  /// Others may read it, and try guesses without end.
  case exposed
  /// It is a link, or has another name elsewhere.
  case linked
  /// It is a pipe, a socket or a device.
  case notAFile

  /// What a file's status tells of it; `nil` where that is as it should be.
  init?(_ status: FileStatus) {
    switch status.kind {
    case .link: self = .linked
    case .folder, .other: self = .notAFile
    case .file where !status.isOwn: self = .foreign
    case .file where status.isWritableByOthers: self = .changeable
    case .file where status.hasOtherNames: self = .linked
    case .file where status.isReadableByOthers: self = .exposed
    case .file: return nil
    }
  }

  /// Whether what is there may be somebody else's.
  var isOfDoubtfulOrigin: Bool { self != .exposed }

  /// One line that tells a person what is wrong.
  public func line(in folder: String) -> String {
    switch self {
    case .damaged: "The password file in \(folder) is damaged."
    case .foreign: "The password file in \(folder) belongs to another user."
    case .changeable: "The password file in \(folder) can be changed by others."
    case .exposed: "The password file in \(folder) can be read by others."
    case .linked: "The password file in \(folder) is linked to elsewhere."
    case .notAFile: "The password file in \(folder) is no file."
    }
  }
}
