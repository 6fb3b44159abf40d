import Controls
import Motion
import Scene
import ScreenDriver
import TestSupport
import Testing

@testable import Tactile
@testable import X11Shell

@Suite struct `The log of frames` {
  private let place = Point(x: 12.5, y: 300)

  private func statistics() -> FrameStatistics {
    var statistics = FrameStatistics()
    statistics.frames = 7
    statistics.begun = Instant(nanoseconds: 5_000)
    statistics.presentation = Instant(nanoseconds: 9_000)
    statistics.duration = .nanoseconds(400)
    statistics.interval = .nanoseconds(16_666_667)
    return statistics
  }

  @Test func `has a line of numbers for a frame`() {
    var frame = statistics()
    #expect(
      FrameLog.line(for: frame, place, nil)
        == "frame 7 5000 9000 5400 16666667 between - - 12.5 300.0")
    frame.turn = FrameTurn(source: .compositor, refresh: 42)
    frame.counter = 12
    #expect(
      FrameLog.line(for: frame, place, nil)
        == "frame 7 5000 9000 5400 16666667 compositor 42 12 12.5 300.0")
    frame.turn?.refresh = nil
    #expect(FrameLog.line(for: frame, place, nil).contains(" compositor - 12 "))
  }

  @Test func `says how the button was let go, while it flies`() {
    var button = Animated(place, threshold: 0.25)
    let spring = Spring(response: 0.25, dampingFraction: 0.5)
    button.animate(
      to: Point(x: 0, y: 250), at: Instant(nanoseconds: 8_000), with: .spring(spring),
      velocity: Point(x: -800, y: 1))
    let flight = button.release(at: Instant(nanoseconds: 9_000))
    #expect(
      FrameLog.line(for: statistics(), place, flight).hasSuffix(
        " 12.5 300.0 flight 8000 12.5 300.0 0.0 250.0 -800.0 1.0 \(spring.angularFrequency) 0.5"))
  }

  @Test func `is in its file when it goes, in order`() throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/frames"
    let button = FloatingButton(in: Environment(theme: .light, text: FixedTextMetrics()))
    do {
      var log = FrameLog(path: path)
      log?.note(statistics(), button)
      log?.note(12, seenAt: Instant(nanoseconds: 77))
      log?.note(statistics(), button)
      #expect(try contents(ofFile: path) == "")
    }
    let lines = try contents(ofFile: path).split(separator: "\n")
    #expect(lines.map { $0.prefix(7) } == ["frame 7", "seen 12", "frame 7"])
    #expect(lines[1] == "seen 12 77")
  }

  @Test func `ends where the disk is full`() {
    var log = FrameLog(path: "/dev/full")
    for counter in 0..<40_000 { log?.note(Int64(counter), seenAt: .zero) }
    let isWhole = log?.isWhole
    #expect(isWhole == false)
  }

  @Test func `is not there where no file is named, or none can be made`() {
    for path in [nil, "", "/nonexistent/frames"] {
      let isThere = FrameLog(path: path) != nil
      #expect(!isThere)
    }
  }
}
