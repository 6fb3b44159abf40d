import Controls
import Motion
import Scene
import ScreenDriver
import TestSupport
import Testing

@testable import Tactile
@testable import Windowing

@Suite struct `Frame log` {
  private let center = Point(x: 12.5, y: 300)

  private func statistics() -> FrameStatistics {
    var statistics = FrameStatistics()
    statistics.frames = 7
    statistics.startTime = Instant(nanoseconds: 5_000)
    statistics.presentation = Instant(nanoseconds: 9_000)
    statistics.duration = .nanoseconds(400)
    statistics.interval = .nanoseconds(16_666_667)
    return statistics
  }

  @Test func `writes one line of numbers for a frame`() {
    var frame = statistics()
    #expect(
      FrameLog.line(for: frame, center, nil)
        == "frame 7 5000 9000 5400 16666667 none - - 12.5 300.0")
    frame.slot = FrameSlot(source: .compositor, refresh: 42)
    frame.counter = 12
    #expect(
      FrameLog.line(for: frame, center, nil)
        == "frame 7 5000 9000 5400 16666667 compositor 42 12 12.5 300.0")
    frame.slot?.refresh = nil
    #expect(FrameLog.line(for: frame, center, nil).contains(" compositor - 12 "))
  }

  @Test func `writes the release of the button while it is animating`() {
    var button = Animated(center, threshold: 0.25)
    let spring = Spring(response: 0.25, dampingFraction: 0.5)
    button.animate(
      to: Point(x: 0, y: 250), at: Instant(nanoseconds: 8_000), with: .spring(spring),
      velocity: Point(x: -800, y: 1))
    let release = button.release(at: Instant(nanoseconds: 9_000))
    #expect(
      FrameLog.line(for: statistics(), center, release).hasSuffix(
        " 12.5 300.0 spring 8000 12.5 300.0 0.0 250.0 -800.0 1.0 \(spring.angularFrequency) 0.5"))
  }

  @Test func `writes its entries in order when it is released`() throws {
    let directory = try TemporaryDirectory()
    let path = "\(directory.path)/frames"
    let button = FloatingButton(in: Environment(theme: .light, text: FixedTextMetrics()))
    do {
      var log = FrameLog(path: path)
      log?.record(statistics(), button)
      log?.record(12, presentedAt: Instant(nanoseconds: 77))
      log?.record(statistics(), button)
      #expect(try contents(ofFile: path) == "")
    }
    let lines = try contents(ofFile: path).split(separator: "\n")
    #expect(lines.map { $0.split(separator: " ")[0] } == ["frame", "presented", "frame"])
    #expect(lines[1] == "presented 12 77")
  }

  @Test func `stops when the disk is full`() {
    var log = FrameLog(path: "/dev/full")
    for counter in 0..<80_000 { log?.record(Int64(counter), presentedAt: .zero) }
    let isComplete = log?.isComplete
    #expect(isComplete == false)
  }
}
