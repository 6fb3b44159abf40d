import Glibc

/// A new directory that only this user can access. `deinit` removes it with its contents.
public struct TemporaryDirectory: ~Copyable {
  public let path: String

  /// - Throws: `file`.
  public init() throws(ScreenDriverError) {
    let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(parent)/tactile-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw .file(path: parent, reason: lastErrorMessage()) }
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit { Self.remove(path) }

  /// Removes a file, or a directory with its contents, without following symbolic links.
  private static func remove(_ path: String) {
    if unlink(path) == 0 { return }
    for name in (try? names(inDirectory: path)) ?? [] { remove("\(path)/\(name)") }
    rmdir(path)
  }
}

/// Returns the complete text of a small file.
///
/// - Throws: `file`.
public func contents(ofFile path: String) throws(ScreenDriverError) -> String {
  let descriptor = open(path, O_RDONLY | O_CLOEXEC)
  guard descriptor >= 0 else { throw .file(path: path, reason: lastErrorMessage()) }
  defer { close(descriptor) }
  var bytes: [UInt8] = []
  var chunk = [UInt8](repeating: 0, count: 4096)
  while true {
    let count = read(descriptor, &chunk, chunk.count)
    guard count >= 0 else { throw .file(path: path, reason: lastErrorMessage()) }
    if count == 0 { return String(decoding: bytes, as: UTF8.self) }
    bytes += chunk[..<count]
  }
}

/// Writes text to a file, which is created or truncated first.
///
/// - Throws: `file`.
public func write(_ text: String, toFile path: String) throws(ScreenDriverError) {
  guard let file = fopen(path, "we") else { throw .file(path: path, reason: lastErrorMessage()) }
  let isWritten = fputs(text, file) >= 0
  guard fclose(file) == 0, isWritten else { throw .file(path: path, reason: lastErrorMessage()) }
}

/// Returns the sorted names of the entries of a directory, without `.` and `..`.
///
/// - Throws: `file`.
public func names(inDirectory path: String) throws(ScreenDriverError) -> [String] {
  guard let directory = opendir(path) else { throw .file(path: path, reason: lastErrorMessage()) }
  defer { closedir(directory) }
  var names: [String] = []
  while let entry = readdir(directory) {
    let name = withUnsafePointer(to: &entry.pointee.d_name) {
      $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
    }
    if name != ".", name != ".." { names.append(name) }
  }
  return names.sorted()
}
