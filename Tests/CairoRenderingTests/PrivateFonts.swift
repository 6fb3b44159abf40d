import Glibc
import ScreenDriver
import System
import TestSupport

/// A directory of fonts and a fontconfig configuration that contains no other fonts. It applies to
/// the whole process, so each test that uses it needs a separate process.
struct PrivateFonts: ~Copyable {
  private let directory: TemporaryDirectory

  /// - Parameters:
  ///   - files: The paths of the font files in the checkout.
  ///   - rules: Additional elements of the configuration.
  init(_ files: [String] = ["assets/fonts/Inter-Regular.otf"], rules: String = "") throws {
    let directory = try TemporaryDirectory()
    let (path, configuration) = (directory.path, directory.path + "/fonts.conf")
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
    self.directory = directory
  }

  var configuration: String { "\(directory.path)/fonts.conf" }
  /// A font directory of the configuration that does not exist.
  var missingDirectory: String { "\(directory.path)/elsewhere/later" }

  func path(of name: String) -> String { "\(directory.path)/fonts/\(name)" }

  /// Moves a font to another directory and creates a link to it at the old path.
  ///
  /// - Returns: The new path.
  func moveAndLink(_ name: String) -> String {
    let target = "\(directory.path)/elsewhere/\(name)"
    rename(path(of: name), target)
    symlink(target, path(of: name))
    return target
  }
}

/// Copies a file of the checkout.
func copy(_ file: String, to path: String) throws {
  try write(try bytes(ofFile: "\(repositoryRoot)/\(file)"), toFile: path)
}

/// Returns the content of a font file.
func bytes(ofFile path: String) throws -> [UInt8] {
  try AtomicFile(path).read(limit: 1 << 20)
}

/// Creates or replaces a file.
func write(_ bytes: [UInt8], toFile path: String) throws {
  try AtomicFile(path).replace(with: bytes.span, isDurable: false)
}

extension AtomicFile {
  fileprivate init(_ path: String) {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    self.init(directory: parts.dropLast().joined(separator: "/"), name: String(parts.last ?? ""))
  }
}
