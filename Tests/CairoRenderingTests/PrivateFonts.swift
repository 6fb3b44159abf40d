import Files
import Glibc
import ScreenDriver
import TestSupport

/// A folder of fonts, and a configuration that knows no others: this process's from now on, so that
/// one of its own is needed for each.
struct PrivateFonts: ~Copyable {
  private let folder: TemporaryFolder

  /// - Parameters:
  ///   - files: Which fonts there are, by their paths in the checkout.
  ///   - rules: What else the configuration says.
  init(_ files: [String] = ["assets/fonts/Inter-Regular.otf"], rules: String = "") throws {
    let folder = try TemporaryFolder()
    let (path, configuration) = (folder.path, folder.path + "/fonts.conf")
    for name in ["fonts", "elsewhere"] { mkdir("\(path)/\(name)", 0o700) }
    for file in files {
      try copy(file, to: "\(path)/fonts/\(file.split(separator: "/").last ?? "")")
    }
    try write(
      """
      <fontconfig>
        <dir>\(path)/fonts</dir><dir>\(path)/elsewhere/later</dir><cachedir>\(path)/cache</cachedir>
        \(rules)
      </fontconfig>
      """, toFile: configuration)
    setenv("FONTCONFIG_FILE", configuration, 1)
    self.folder = folder
  }

  var configuration: String { "\(folder.path)/fonts.conf" }
  /// One of its folders, which is not there.
  var laterFolder: String { "\(folder.path)/elsewhere/later" }

  func path(of name: String) -> String { "\(folder.path)/fonts/\(name)" }

  /// Moves a font away, and leaves a link to it.
  ///
  /// - Returns: The path to which it was moved.
  func moveAway(_ name: String) -> String {
    let target = "\(folder.path)/elsewhere/\(name)"
    rename(path(of: name), target)
    symlink(target, path(of: name))
    return target
  }
}

/// Copies a file of the checkout.
func copy(_ file: String, to path: String) throws {
  try write(try bytes(ofFile: "\(repositoryRoot)/\(file)"), toFile: path)
}

/// The whole of a font's file.
func bytes(ofFile path: String) throws -> [UInt8] {
  try AtomicFile(path).read(limit: 1 << 20)
}

/// Puts a file of those bytes in the place of another one.
func write(_ bytes: [UInt8], toFile path: String) throws {
  try AtomicFile(path).replace(with: bytes.span, isLasting: false)
}

extension AtomicFile {
  fileprivate init(_ path: String) {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    self.init(folder: parts.dropLast().joined(separator: "/"), name: String(parts.last ?? ""))
  }
}
