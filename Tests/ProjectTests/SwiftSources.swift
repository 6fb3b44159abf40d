import ScreenDriver
import TestSupport

/// Returns the contents of the Swift files below a directory of the checkout.
///
/// - Throws: `ScreenDriverError.file`.
func swiftSources(below directory: String) throws -> [String] {
  try names(inDirectory: "\(repositoryRoot)/\(directory)").flatMap { name in
    let path = "\(directory)/\(name)"
    if name.hasSuffix(".swift") { return [try contents(ofFile: "\(repositoryRoot)/\(path)")] }
    return isDirectory(path) ? try swiftSources(below: path) : []
  }
}

/// Returns whether a path in the checkout is that of a directory.
func isDirectory(_ path: String) -> Bool { (try? names(inDirectory: "\(repositoryRoot)/\(path)")) != nil }
