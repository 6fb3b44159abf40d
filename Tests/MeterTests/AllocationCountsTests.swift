import ScreenDriver
import Testing

@testable import Meter

@Suite struct `Allocations counted from outside` {
  @Test func `are told by whose code asked for them`() throws {
    let folder = try TemporaryFolder()
    let library = "\(folder.path)/allocations.so"
    try compile([
      "-shared", "-fPIC", "-o", library, "\(Self.checkout)/Benchmarks/Observers/allocations.c",
    ])
    try write(Self.source, toFile: "\(folder.path)/client.c")
    try compile(["-o", "\(folder.path)/client", "\(folder.path)/client.c"])
    let file = "\(folder.path)/counts"
    var client = try ChildProcess(
      "\(folder.path)/client",
      environment: AllocationCounts.environment(library: library, file: file))
    #expect(try client.ending(within: .seconds(10)) == .exited(0))
    let counts = try AllocationCounts(contentsOf: file).counts
    #expect(counts["client"] == nil && counts["program"] == 1000 + 100 + 10)
    #expect(try #require(counts["libc.so.6"]) >= 7)
  }

  @Test func `are subtracted part by part, and what is equal is left out`() {
    let (before, after) = (
      AllocationCounts(counts: ["program": 3, "libc.so.6": 5]),
      AllocationCounts(counts: ["program": 10, "libc.so.6": 5, "libcairo.so.2": 2])
    )
    #expect(after - before == AllocationCounts(counts: ["program": 7, "libcairo.so.2": 2]))
  }

  /// Asks by itself in three ways, and lets the C library ask.
  private static let source = """
    #include <stdlib.h>
    #include <string.h>
    int main(void) {
      void *volatile block = NULL;
      for (int i = 0; i < 1000; i++) free(block = malloc(8));
      for (int i = 0; i < 100; i++) free(block = calloc(2, 8));
      block = NULL;
      for (int i = 0; i < 10; i++) block = realloc(block, 8 + i);
      for (int i = 0; i < 7; i++) block = strdup("copied");
      return 0;
    }
    """

  /// Clang comes with Swift.
  private func compile(_ arguments: [String]) throws {
    var compiler = try ChildProcess("clang", ["-O1", "-fno-builtin"] + arguments)
    #expect(try compiler.ending(within: .seconds(60)) == .exited(0))
  }

  private static var checkout: String {
    #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
      .joined(separator: "/")
  }
}
