import Scene
import ScreenDriver
import Testing

extension `Tactile program` {
  @Suite struct `Idle program` {
    /// One test for both cases, because each takes 22 seconds.
    @Test func `causes no context switch, with and without a window manager`() throws {
      let managed = try Program.start(under: .openbox)
      let unmanaged = try Program.start(under: .none)
      for input in [managed.input, unmanaged.input] {
        try input.type("Passw0rd!")
        try input.move(to: PixelPoint(x: 5, y: 5))
      }
      // The first wait lets the caret stop blinking; during the second, nothing must happen.
      Deadline(after: .seconds(12)).wait()
      let before = try [managed.program.pid, unmanaged.program.pid].map(ProcessStatistics.init)
      Deadline(after: .seconds(10)).wait()
      let after = try [managed.program.pid, unmanaged.program.pid].map(ProcessStatistics.init)
      #expect(after == before)
      #expect(before.allSatisfy { $0.contextSwitches > 0 })
    }
  }
}
