import Glibc

/// Which fonts text is drawn with.
public enum FontSet: Hashable, Sendable {
  /// All fonts that fontconfig knows, chosen by the person's configuration.
  case system
  /// The OpenType and TrueType files of one folder and no others, so that the picture depends on
  /// nothing else that is installed.
  case folder(String)

  /// `nil` for the system's.
  var folder: String? {
    if case .folder(let folder) = self { folder } else { nil }
  }

  /// The paths of a folder's fonts, in the order of their names.
  static func files(in folder: String) -> [String] {
    var files = glob_t()
    defer { globfree(&files) }
    guard glob(folder + "/*.[ot]tf", 0, nil, &files) == 0 else { return [] }
    return (0..<Int(files.gl_pathc)).compactMap { index in
      files.gl_pathv[index].map { String(cString: $0) }
    }
  }
}
