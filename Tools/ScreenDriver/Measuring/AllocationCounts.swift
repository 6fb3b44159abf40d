import Glibc

/// The number of memory allocations by each library of a program, counted by a preloaded library
/// (`Benchmarks/Observers/allocations.c`).
public struct AllocationCounts: Equatable, Sendable {
  /// The counts by the name of the file whose code allocated, for example `libcairo.so.2`.
  public var counts: [String: Int]

  public init(counts: [String: Int] = [:]) { self.counts = counts }

  /// Returns the environment variables to set for the program.
  ///
  /// - Parameters:
  ///   - library: The path of the counting library.
  ///   - file: The path of the file to which it writes the counts.
  public static func environment(library: String, file: String) -> [String: String] {
    ["LD_PRELOAD": library, "ALLOCATION_COUNTS": file]
  }

  /// Reads the current counts while the program runs.
  ///
  /// - Throws: `file`.
  public init(contentsOf path: String) throws(ScreenDriverError) {
    guard let file = fopen(path, "re") else { throw .file(path: path, reason: lastErrorMessage()) }
    defer { fclose(file) }
    counts = [:]
    var entry = [UInt8](repeating: 0, count: Self.entrySize)
    while fread(&entry, 1, entry.count, file) == entry.count, entry[0] != 0 {
      let name = String(decoding: entry.prefix(Self.nameSize).prefix { $0 != 0 }, as: UTF8.self)
      counts[name] = entry.withUnsafeBytes { $0.load(fromByteOffset: Self.nameSize, as: Int.self) }
    }
  }

  /// Returns the allocations since `earlier`.
  public static func - (later: AllocationCounts, earlier: AllocationCounts) -> AllocationCounts {
    AllocationCounts(counts: later.counts.merging(earlier.counts, uniquingKeysWith: -).filter { $1 != 0 })
  }

  // The layout of the library's entries: a name that ends with a zero, and a count of 64 bits.
  private static let nameSize = 56
  private static let entrySize = 64
}
