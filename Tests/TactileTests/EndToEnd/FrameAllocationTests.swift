import Glibc
import Scene
import ScreenDriver
import TestSupport
import Testing

extension `Tactile program` {
  @Suite struct `Allocations per frame` {
    /// Counts after all caches are filled, without allocations of the C libraries, and only in an
    /// optimized build.
    @Test(.onlyInAll("measures for seconds"), .enabled(if: getenv("TACTILE_BINARY") != nil))
    func `are zero while the caret blinks, and rare during a drag`() throws {
      let directory = try TemporaryDirectory()
      let (library, file) = ("\(directory.path)/allocations.so", "\(directory.path)/counts")
      try compileObserver(as: library)
      let session = try Program.start(
        environment: AllocationCounts.environment(library: library, file: file))
      let restFrame = try session.restingButton()
      // A period of the blinking caret, before which its frames may allocate, and one after that. On a busy machine, a
      // period has fewer frames.
      Deadline(after: .milliseconds(1100)).wait()
      let blinking = try allocations(file) {
        Deadline(after: .milliseconds(1100)).wait()
      }
      #expect(blinking == 0)

      try session.startDrag(of: restFrame)
      let start = PixelPoint(x: restFrame.center.x - 3 * AppSession.steps, y: restFrame.center.y)
      // The first drags make the masks.
      let counts = try (0..<3).map { _ in
        try session.drag(from: restFrame.center, by: -3)
        return try allocations(file) { try session.drag(from: start, by: 3) }
      }
      // A table that grows occasionally does not belong to a frame.
      #expect(try #require(counts.min()) < AppSession.steps / 20, "\(counts)")
    }

    /// Returns the number of allocations by the program's own code while `body` runs.
    private func allocations(_ file: String, during body: () throws -> Void) throws -> Int {
      let before = try AllocationCounts(contentsOf: file)
      try body()
      return (try AllocationCounts(contentsOf: file) - before).counts["program"] ?? 0
    }

    /// Compiles the observer with Clang, which is part of the Swift toolchain.
    private func compileObserver(as library: String) throws {
      var compiler = try ChildProcess(
        "clang",
        ["-shared", "-fPIC", "-o", library, "\(repositoryRoot)/Benchmarks/Observers/allocations.c"])
      #expect(try compiler.waitForExit(within: .seconds(60)) == .exited(0))
    }
  }
}

extension AppSession {
  fileprivate static let steps = 80

  /// Drags the pressed button slowly, so that each step has its own frame. On a busy machine, a frame may have several
  /// steps. A ping between the steps would allocate.
  fileprivate func drag(from start: PixelPoint, by step: Int) throws {
    for index in 1...Self.steps {
      try input.move(to: PixelPoint(x: start.x + index * step, y: start.y))
      Deadline(after: .milliseconds(4)).wait()
    }
  }
}
