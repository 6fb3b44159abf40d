import Glibc

/// The source of the fonts for drawing text.
public enum FontSource: Hashable, Sendable {
  /// All fonts that fontconfig finds, selected by the user's configuration.
  case system
  /// Only the OpenType and TrueType files of one directory. So the image does not depend on the
  /// installed fonts.
  case directory(String)

  /// The path of the directory, or `nil` for the system fonts.
  var directory: String? { if case .directory(let directory) = self { directory } else { nil } }

  /// Returns the paths of the fonts in a directory, sorted by name.
  static func files(in directory: String) -> [String] {
    var files = glob_t()
    defer { globfree(&files) }
    guard glob(directory + "/*.[ot]tf", 0, nil, &files) == 0 else { return [] }
    return (0..<Int(files.gl_pathc)).compactMap { index in files.gl_pathv[index].map { String(cString: $0) } }
  }
}
