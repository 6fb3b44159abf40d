import Glibc

/// The memory of a process, and the files that it was loaded from.
public struct MemoryUse: Hashable, Sendable {
  /// In bytes; of what is shared, as much as falls to this process (PSS of `proc(5)`).
  public var proportional: Int
  /// In bytes, what is shared included (RSS).
  public var resident: Int
  public var threadCount: Int
  /// The size on disk of the shared libraries that are loaded, in bytes.
  public var libraries: Int
  public var libraryCount: Int
  /// The size on disk of the program itself, in bytes.
  public var program: Int

  /// - Throws: `file` where there is no such process, or it is another user's.
  public init(of pid: Int32) throws(ScreenDriverError) {
    let folder = "/proc/\(pid)"
    let memory = try contents(ofFile: "\(folder)/smaps_rollup")
    proportional = 1024 * (number(after: "Pss:", in: memory) ?? 0)
    resident = 1024 * (number(after: "Rss:", in: memory) ?? 0)
    threadCount = try names(inFolder: "\(folder)/task").count
    let paths = Self.libraries(in: try contents(ofFile: "\(folder)/maps"))
    libraryCount = paths.count
    libraries = paths.reduce(0) { $0 + size(ofFile: $1) }
    program = size(ofFile: "\(folder)/exe")
  }

  /// The paths of the shared libraries in the text of a `maps` file, each once.
  static func libraries(in maps: String) -> Set<Substring> {
    let paths = maps.split(separator: "\n").compactMap { line -> Substring? in
      line.firstIndex(of: "/").map { line[$0...] }
    }
    return Set(paths.filter { $0.hasSuffix(".so") || $0.contains(".so.") })
  }
}

/// In bytes; 0 where there is no such file.
private func size(ofFile path: some StringProtocol) -> Int {
  var status = stat()
  return stat(String(path), &status) == 0 ? Int(status.st_size) : 0
}
