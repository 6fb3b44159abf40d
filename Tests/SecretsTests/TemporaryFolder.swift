import Foundation

/// A folder for one test, which is gone when the value is.
struct TemporaryFolder: ~Copyable {
  let path: String

  /// Makes a folder of a new name.
  init() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "secrets-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
    path = url.path(percentEncoded: false)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The names of what is in it, hidden or not.
  func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path).sorted()
  }

  /// The permissions of something in it.
  func mode(of name: String) throws -> Int? {
    let attributes = try FileManager.default.attributesOfItem(atPath: "\(path)/\(name)")
    return attributes[.posixPermissions] as? Int
  }

  /// The bytes of a file in it.
  func content(of name: String) throws -> Data {
    try Data(contentsOf: URL(filePath: "\(path)/\(name)"))
  }

  /// Writes a file in it.
  func write(_ content: String, to name: String) throws {
    try Data(content.utf8).write(to: URL(filePath: "\(path)/\(name)"))
  }
}
