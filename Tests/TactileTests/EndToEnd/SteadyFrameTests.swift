import Glibc
import Scene
import ScreenDriver
import Testing

extension `The program` {
  @Suite struct `in a steady frame` {
    /// Once all that is kept is kept; what the C libraries ask for is their own. Only an optimized
    /// program is held to it.
    @Test(.enabled(if: getenv("TACTILE_BINARY") != nil))
    func `asks for no memory, while a caret blinks and while the button is dragged`() throws {
      let folder = try TemporaryFolder()
      let (library, file) = ("\(folder.path)/allocations.so", "\(folder.path)/counts")
      try compileObserver(as: library)
      let sitting = try Program.start(
        environment: AllocationCounts.environment(library: library, file: file))
      let rest = try sitting.restingButton()
      Deadline(after: .milliseconds(1100)).wait()
      let blinking = try allocations(file) {
        Deadline(after: .milliseconds(1100)).wait()
      }
      #expect(blinking == 0)

      try sitting.pickUp(rest)
      try sitting.drag(from: rest.center, by: -3)
      let start = PixelPoint(x: rest.center.x - 3 * Sitting.steps, y: rest.center.y)
      let dragging = try allocations(file) { try sitting.drag(from: start, by: 3) }
      // A table that grows once in a while is no frame's.
      #expect(dragging < Sitting.steps / 20)
    }

    /// How often the program's own code asks for memory meanwhile.
    private func allocations(_ file: String, during body: () throws -> Void) throws -> Int {
      let before = try AllocationCounts(contentsOf: file)
      try body()
      return (try AllocationCounts(contentsOf: file) - before).counts["program"] ?? 0
    }

    /// Clang comes with Swift.
    private func compileObserver(as library: String) throws {
      let checkout = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(4)
        .joined(separator: "/")
      var compiler = try ChildProcess(
        "clang",
        ["-shared", "-fPIC", "-o", library, "\(checkout)/Benchmarks/Observers/allocations.c"])
      #expect(try compiler.ending(within: .seconds(60)) == .exited(0))
    }
  }
}

extension Sitting {
  fileprivate static let steps = 80

  /// Drags the button that is held, slowly enough that each step has a frame.
  fileprivate func drag(from start: PixelPoint, by step: Int) throws {
    for index in 1...Self.steps {
      try hand.move(to: PixelPoint(x: start.x + index * step, y: start.y))
      Deadline(after: .milliseconds(4)).wait()
    }
    try window.ping()
  }
}
