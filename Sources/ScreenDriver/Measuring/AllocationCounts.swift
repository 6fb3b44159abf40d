import Glibc

/// How often each part of a program has asked for memory, counted by a library that is loaded into
/// it (`Benchmarks/Observers/allocations.c`).
public struct AllocationCounts: Equatable, Sendable {
  /// By the name of the file whose code asked, as in `libcairo.so.2`.
  public var counts: [String: Int]

  public init(counts: [String: Int] = [:]) {
    self.counts = counts
  }

  /// What to set in the program's environment.
  ///
  /// - Parameters:
  ///   - library: The counting library's path.
  ///   - file: Where it keeps the counts.
  public static func environment(library: String, file: String) -> [String: String] {
    ["LD_PRELOAD": library, "ALLOCATION_COUNTS": file]
  }

  /// Reads what has been counted so far, while the program goes on.
  ///
  /// - Throws: `file`.
  public init(contentsOf path: String) throws(ScreenDriverError) {
    guard let file = fopen(path, "re") else {
      throw .file(path: path, reason: lastErrorMessage())
    }
    defer { fclose(file) }
    counts = [:]
    var entry = [UInt8](repeating: 0, count: Self.entrySize)
    while fread(&entry, 1, entry.count, file) == entry.count, entry[0] != 0 {
      let name = String(decoding: entry.prefix(Self.nameSize).prefix { $0 != 0 }, as: UTF8.self)
      counts[name] = entry.withUnsafeBytes { $0.load(fromByteOffset: Self.nameSize, as: Int.self) }
    }
  }

  /// What was asked for since `earlier`.
  public static func - (later: AllocationCounts, earlier: AllocationCounts) -> AllocationCounts {
    AllocationCounts(
      counts: later.counts.merging(earlier.counts, uniquingKeysWith: -).filter { $1 != 0 })
  }

  // As the library has them: a name that ends with a zero, and a count of 64 bits.
  private static let nameSize = 56
  private static let entrySize = 64
}
