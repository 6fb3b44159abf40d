import Glibc
import System
import Testing

@Suite struct `Process memory` {
  /// The resident pages of files in this process.
  private static func residentPages() throws -> Int {
    let file = try AtomicFile(path: "/proc/self/statm").read(limit: 200)
    let words = String(decoding: file, as: UTF8.self).split(separator: " ")
    return try #require(words.count > 2 ? Int(words[2]) : nil)
  }

  @Test func `runs on after its code was unmapped`() throws {
    // Other tests may load code at the same time.
    let isSmaller = try (0..<10).contains { _ in
      let before = try Self.residentPages()
      ProcessMemory.unmapCode()
      return try Self.residentPages() < before
    }
    #expect(isSmaller)
  }
}
