import Glibc

/// The memory usage of a process and of the files that it has loaded.
public struct MemoryUsage: Hashable, Sendable {
  /// The proportional set size in bytes: shared pages count by this process's share (PSS of
  /// `proc(5)`).
  public var proportional: Int
  /// The resident set size in bytes, including shared pages (RSS).
  public var resident: Int
  /// The memory that no file has, in bytes. Unlike the others, it does not depend on other processes.
  public var anonymous: Int
  public var threadCount: Int
  /// The size on disk of the loaded shared libraries, in bytes.
  public var librarySize: Int
  public var libraryCount: Int
  /// The size on disk of the program itself, in bytes.
  public var programSize: Int

  /// - Throws: `file` if there is no such process, or it belongs to another user.
  public init(of pid: Int32) throws(ScreenDriverError) {
    let directory = "/proc/\(pid)"
    let memory = try contents(ofFile: "\(directory)/smaps_rollup")
    proportional = 1024 * (number(after: "Pss:", in: memory) ?? 0)
    resident = 1024 * (number(after: "Rss:", in: memory) ?? 0)
    anonymous = 1024 * (number(after: "Anonymous:", in: memory) ?? 0)
    threadCount = try names(inDirectory: "\(directory)/task").count
    let paths = Self.libraries(in: try contents(ofFile: "\(directory)/maps"))
    libraryCount = paths.count
    librarySize = paths.reduce(0) { $0 + size(ofFile: $1) }
    programSize = size(ofFile: "\(directory)/exe")
  }

  /// Returns the distinct paths of the shared libraries in the text of a `maps` file.
  static func libraries(in maps: String) -> Set<Substring> {
    let paths = maps.split(separator: "\n").compactMap { line -> Substring? in
      line.firstIndex(of: "/").map { line[$0...] }
    }
    return Set(paths.filter { $0.hasSuffix(".so") || $0.contains(".so.") })
  }
}

/// Returns the size of a file in bytes; 0 if there is no such file.
private func size(ofFile path: some StringProtocol) -> Int {
  var status = stat()
  return stat(String(path), &status) == 0 ? Int(status.st_size) : 0
}
