import Scene
import ScreenDriver
import Testing

extension `The program` {
  @Suite struct `that is left alone` {
    /// One test for both, since each must be left alone for 22 seconds.
    @Test func `sleeps without one context switch, under a window manager and under none`() throws {
      let managed = try Program.start(under: .openbox)
      let unmanaged = try Program.start(under: .none)
      for hand in [managed.hand, unmanaged.hand] {
        try hand.type("Passw0rd!")
        try hand.move(to: PixelPoint(x: 5, y: 5))
      }
      // Time must pass, here and below: until the caret has stopped to blink, and while nothing
      // is to happen.
      Deadline(after: .seconds(12)).wait()
      let before = try [managed.program.pid, unmanaged.program.pid].map(ProcessStatistics.init)
      Deadline(after: .seconds(10)).wait()
      let after = try [managed.program.pid, unmanaged.program.pid].map(ProcessStatistics.init)
      #expect(after == before)
      #expect(before.allSatisfy { $0.contextSwitches > 0 })
    }
  }
}
