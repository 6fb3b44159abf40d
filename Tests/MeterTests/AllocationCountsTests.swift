import ScreenDriver
import TestSupport
import Testing

@testable import Meter

@Suite struct `Allocation counts` {
  @Test func `are separate for each file whose code allocates`() throws {
    let directory = try TemporaryDirectory()
    let library = "\(directory.path)/allocations.so"
    try compile([
      "-shared", "-fPIC", "-o", library, "\(repositoryRoot)/Benchmarks/Observers/allocations.c",
    ])
    try write(Self.source, toFile: "\(directory.path)/client.c")
    try compile(["-o", "\(directory.path)/client", "\(directory.path)/client.c"])
    let file = "\(directory.path)/counts"
    var client = try ChildProcess(
      "\(directory.path)/client",
      environment: AllocationCounts.environment(library: library, file: file))
    #expect(try client.waitForExit(within: .seconds(60)) == .exited(0))
    let counts = try AllocationCounts(contentsOf: file).counts
    #expect(counts["client"] == nil && counts["program"] == 1000 + 100 + 10)
    #expect(try #require(counts["libc.so.6"]) >= 7)
  }

  @Test func `are subtracted by file, without files of equal counts`() {
    let (before, after) = (
      AllocationCounts(counts: ["program": 3, "libc.so.6": 5]),
      AllocationCounts(counts: ["program": 10, "libc.so.6": 5, "libcairo.so.2": 2])
    )
    #expect(after - before == AllocationCounts(counts: ["program": 7, "libcairo.so.2": 2]))
  }

  /// A program that allocates with three functions, and indirectly through the C library.
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

  /// Compiles C code with Clang, which is part of the Swift toolchain.
  private func compile(_ arguments: [String]) throws {
    var compiler = try ChildProcess("clang", ["-O1", "-fno-builtin"] + arguments)
    #expect(try compiler.waitForExit(within: .seconds(60)) == .exited(0))
  }

}
