import ControlTestSupport
import Controls
import Motion
import Scene
import TestSupport
import Testing

@testable import Tactile
@testable import Windowing

@Suite struct `Frame statistics overlay` {
  @Test func `is shown and hidden by Shift+F12`() {
    var harness = window()
    let without = harness.drawing()
    harness.press(.function(12), .shift)
    #expect(harness.control.hud != nil && harness.drawing() != without)
    harness.press(.function(12), .shift, isRepeat: true)
    #expect(harness.control.hud != nil, "a held key does not repeat it")
    harness.press(.function(12), .shift)
    #expect(harness.control.hud == nil && harness.drawing() == without)
  }

  @Test func `requests no frames`() {
    var harness = window()
    harness.advance(by: .seconds(12))
    harness.press(.function(12), .shift)
    harness.advance(by: .seconds(12))
    harness.control.hud?.record(statistics())
    #expect(harness.control.nextChange(after: harness.now) == nil)
  }

  @Test func `shows duration, requests, missed frames and the latest known latency`() {
    var hud = FrameHUD()
    #expect(hud.lines == ["Frame –", "Requests 0", "Missed 0 of 0", "Input –"])
    hud.record(statistics(latency: .microseconds(930)))
    hud.record(statistics())
    #expect(hud.lines == ["Frame 0.42 ms", "Requests 18", "Missed 3 of 243", "Input 0.93 ms"])
  }

  @Test func `plots the latest frames with the newest at the trailing edge`() throws {
    var hud = FrameHUD()
    for frame in 0..<200 {
      var statistics = statistics()
      statistics.duration = .milliseconds(frame == 199 ? 100 : 1)
      hud.record(statistics)
    }
    #expect(hud.times.count == FrameHUD.capacity && hud.times.last == 100)
    var list = DisplayList()
    hud.draw(
      in: Rect(x: 0, y: 0, width: 960, height: 640), into: &list,
      Environment(theme: .light, text: FixedTextMetrics()))
    let bars = list.elements.compactMap { element -> (Rect, Color)? in
      guard case .shape(.rect(let rect), .fill, let color) = element else { return nil }
      return (rect, color)
    }
    let (bar, color) = try #require(bars.dropLast().last)
    #expect(bars.count == FrameHUD.capacity + 1)
    #expect(bar.height == Theme.HUD.plotHeight && color == Theme.light.colors.red)
    #expect(bars.dropLast(2).allSatisfy { $0.0.maxX <= bar.minX && $0.1 != color })
  }

  private func statistics(latency: Duration? = nil) -> FrameStatistics {
    var statistics = FrameStatistics()
    statistics.frames = 240
    statistics.missedRefreshes = 3
    statistics.duration = .microseconds(420)
    statistics.latency = latency
    statistics.requests = 18
    return statistics
  }
}
