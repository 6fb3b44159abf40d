import Scene
import ScreenDriver
import TestSupport
import Testing

extension `Tactile program` {
  @Suite struct `Idle program` {
    /// One test for both cases, because each waits for seconds.
    @Test(.onlyInAll("waits for seconds"))
    func `causes no context switch, with and without a window manager`() throws {
      let managed = try Program.start(under: .openbox)
      let unmanaged = try Program.start(under: .none)
      // The caret stops blinking sooner.
      let settings: [String: XSettingsEncoder.Value] = ["Gtk/CursorBlinkTimeout": .integer(1)]
      let managers = try [managed.display.name, unmanaged.display.name].map {
        try FakeXSettingsManager(at: $0, settings)
      }
      for input in [managed.input, unmanaged.input] {
        try input.type("Passw0rd!")
        try input.move(to: PixelPoint(x: 5, y: 5))
      }
      let pids = [managed.program.pid, unmanaged.program.pid]
      let before = try ProcessStatistics.atRest(of: pids)
      // Nothing must happen, so that there is no event to wait for.
      Deadline(after: .seconds(3)).wait()
      let after = try pids.map(ProcessStatistics.init)
      #expect(after == before)
      #expect(before.allSatisfy { $0.contextSwitches > 0 })
      withExtendedLifetime(managers) {}
    }
  }
}

extension ProcessStatistics {
  /// Returns the statistics of processes when they have not changed for longer than the period of a caret.
  static func atRest(of pids: [Int32]) throws -> [ProcessStatistics] {
    var last: [ProcessStatistics] = []
    return try Deadline(after: .defaultTimeout).poll(for: "programs at rest", every: .milliseconds(1200)) {
      () throws(ScreenDriverError) in
      var next: [ProcessStatistics] = []
      for pid in pids { next.append(try ProcessStatistics(of: pid)) }
      defer { last = next }
      return next == last ? next : nil
    }
  }
}
