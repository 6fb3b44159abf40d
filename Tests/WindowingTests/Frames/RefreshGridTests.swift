import Motion
import TestSupport
import Testing

@testable import Windowing
@testable import X11

@Suite struct `Refresh estimate` {
  private let start = Instant(nanoseconds: 5_000_000_000)

  /// Returns the deviation of the estimated beginning of a refresh from the true one, in
  /// milliseconds.
  private func error(_ grid: RefreshGrid, _ index: Int64, _ expected: Instant) -> Double {
    abs(grid.instant(of: index).seconds(since: expected)) * 1000
  }

  @Test(arguments: seeds(50))
  func `returns the index of each refresh`(seed: Int) {
    var random = SeededGenerator(seed: seed)
    var grid = RefreshGrid(interval: .random(in: 1e6...1e9, using: &random))
    grid.restart(at: start)
    for _ in 0..<100 {
      let index = Int64.random(in: -1_000_000...1_000_000, using: &random)
      let instant = grid.instant(of: index)
      #expect(grid.index(at: instant) == index)
      #expect(grid.index(at: instant - .nanoseconds(2)) == index - 1)
      #expect(grid.nearestIndex(to: instant + grid.duration / 3) == index)
      #expect(grid.nearestIndex(to: instant - grid.duration / 3) == index)
    }
  }

  @Test(arguments: seeds(20))
  func `averages events that come 16.2 and 17.2 ms apart`(seed: Int) {
    var random = SeededGenerator(seed: seed)
    var grid = RefreshGrid()
    let interval = 16.6667e6
    for index in Int64(0)..<300 {
      // Xvfb rounds each time to the next millisecond.
      let expected = start + .nanoseconds(Int64(Double(index) * interval))
      let rounded = Instant(nanoseconds: (expected.nanoseconds / 1_000_000 + 1) * 1_000_000)
      let noise = Duration.microseconds(Int.random(in: 0...80, using: &random))
      if index > 40 {
        #expect(error(grid, 2_000_000 + index, expected + .microseconds(540)) < 0.25, "predicted")
      }
      grid.addSample(2_000_000 + index, at: rounded + noise)
      if index > 40 {
        #expect(error(grid, 2_000_000 + index, expected + .microseconds(540)) < 0.25)
      }
    }
    #expect(abs(grid.interval - interval) < 3000)
  }

  @Test(arguments: [24.0, 59.94, 60, 75, 85, 144, 240, 360])
  func `measures the interval of any display`(rate: Double) {
    var grid = RefreshGrid()
    for index in Int64(0)..<10 {
      grid.addSample(7 + index, at: start + .seconds(Double(index) / rate))
    }
    #expect(abs(grid.interval * rate / 1e9 - 1) < 1e-6)
    #expect(error(grid, 7 + 20, start + .seconds(20 / rate)) < 0.1)
  }

  @Test func `is robust against a single late event`() {
    var grid = RefreshGrid()
    for index in Int64(0)..<40 {
      grid.addSample(index, at: start + grid.duration * Int(index))
    }
    grid.addSample(40, at: grid.instant(of: 40) + .milliseconds(8))
    #expect(error(grid, 41, start + .nanoseconds(Int64(41e9 / 60))) < 0.2)
  }

  @Test func `recovers the phase after a long gap`() {
    var grid = RefreshGrid()
    for index in Int64(0)..<40 {
      grid.addSample(index, at: start + .milliseconds(16.67 * Double(index)))
    }
    // The display was switched off and on in the meantime, and its phase has changed.
    func late(_ index: Int64) -> Instant { start + .milliseconds(16.67 * Double(index) + 5) }
    for index in Int64(3600)..<3603 { grid.addSample(index, at: late(index)) }
    #expect(error(grid, 3603, late(3603)) < 0.2)
  }

  @Test func `restarts on another display`() {
    var grid = RefreshGrid()
    for index in Int64(0)..<40 {
      grid.addSample(index, at: start + .milliseconds(16.67 * Double(index)))
    }
    let restart = start + .seconds(1)
    for index in Int64(9_000_000)..<9_000_010 {
      grid.addSample(index, at: restart + .milliseconds(6.94 * Double(index - 9_000_000)))
    }
    #expect(error(grid, 9_000_020, restart + .milliseconds(6.94 * 20)) < 0.2)
    grid.addSample(5, at: restart + .seconds(1))
    #expect(error(grid, 5, restart + .seconds(1)) < 0.001)
  }

  @Test(arguments: [0, -1, .nan, .infinity, 1e5, 1e10])
  func `rejects implausible intervals`(interval: Double) {
    #expect(RefreshGrid(interval: interval).interval == RefreshGrid.defaultInterval)
    var grid = RefreshGrid(interval: 1e7)
    grid.expect(interval: interval)
    #expect(grid.interval == 1e7)
  }

  @Test(arguments: [(Int64.min, Int64.max), (.max, .min), (0, .max), (3, 3), (.max, 0)])
  func `accepts any pair of indices without overflow`(first: Int64, second: Int64) {
    var grid = RefreshGrid()
    grid.addSample(first, at: .zero)
    grid.addSample(second, at: .distantFuture)
    grid.addSample(second &+ 1, at: .distantPast)
    #expect(RefreshRate.plausibleIntervals.contains(grid.interval))
    _ = grid.index(at: .distantFuture)
    _ = grid.instant(of: .min)
  }
}

@Suite struct `Monitor mode` {
  @Test func `has the refresh interval of its timing`() throws {
    // The standard timing of 1920 × 1080 at 60 Hz (CEA-861, format 16).
    let rate = RefreshRate(dotClock: 148_500_000, lineLength: 2200, lineCount: 1125)
    #expect(try abs(#require(rate.interval) - 1e9 / 60) < 1)
  }

  @Test func `accounts for doubled and interlaced lines`() throws {
    let doubled = RefreshRate(
      dotClock: 12_600_000, lineLength: 400, lineCount: 262, isDoubled: true)
    #expect(try abs(#require(doubled.interval) - 1e9 / 60.11) < 1e4)
    // CEA-861, format 5: 60 fields a second.
    let interlaced = RefreshRate(
      dotClock: 74_250_000, lineLength: 2200, lineCount: 1125, isInterlaced: true)
    #expect(try abs(#require(interlaced.interval) - 1e9 / 60) < 1)
  }

  @Test(arguments: [(0, 0, 0), (0, 2200, 1125), (148_500_000, 0, 1125), (1, 9999, 9999)])
  func `has no interval if the mode is implausible`(clock: UInt, length: UInt32, count: UInt32) {
    #expect(RefreshRate(dotClock: clock, lineLength: length, lineCount: count).interval == nil)
  }
}
