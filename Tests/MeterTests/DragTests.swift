import Scene
import ScreenDriver
import Testing

@testable import Meter

@Suite struct `Drag analysis` {
  private static let start = ContinuousClock.now

  /// Returns a drag with a motion every four milliseconds, each four pixels further, from x = 100.
  private static func drag(_ count: Int = 50) -> DragMeasurement {
    var drag = DragMeasurement()
    drag.motions = (0..<count).map {
      DragMeasurement.PositionSample(time: instant($0), x: 100 + 4 * Double($0))
    }
    return drag
  }

  private static func instant(_ index: Int, after milliseconds: Double = 0)
    -> ContinuousClock.Instant
  {
    start + .milliseconds(4 * index) + .milliseconds(milliseconds)
  }

  private static func damage(_ time: ContinuousClock.Instant) -> WindowDamage {
    WindowDamage(time: time, area: PixelRect(x: 0, y: 0, width: 10, height: 10))
  }

  @Test(arguments: [0.5, 1, 3.5])
  func `measures a latency from a motion to the next damage`(latency: Double) {
    var drag = Self.drag()
    drag.damages = drag.motions.map { Self.damage($0.time + .milliseconds(latency)) }
    #expect(drag.latencies.count == 50)
    #expect(drag.latencies.percentile(0) == latency)
    #expect(drag.latencies.percentile(100) == latency)
  }

  @Test func `gives no latency for motions after the last damage`() {
    var drag = Self.drag()
    drag.damages = [Self.damage(Self.instant(9, after: 1))]
    #expect(drag.latencies.count == 10)
  }

  @Test(arguments: [1.0, 6, 18])
  func `measures the age of the content, also when it is drawn again`(age: Double) throws {
    var drag = Self.drag()
    drag.finalButtonOffset = 3
    drag.samples = drag.motions.map {
      DragMeasurement.PositionSample(time: $0.time + .milliseconds(age), x: $0.x + 3)
    }
    // Frames without new content are older than their content.
    drag.samples += drag.samples.map {
      DragMeasurement.PositionSample(time: $0.time + .milliseconds(2), x: $0.x)
    }
    #expect(drag.contentAges.count > 60)
    #expect(drag.contentAges.percentile(0) == age)
    #expect(drag.contentAges.percentile(100) == age + 2)
  }

  @Test func `uses the newest of several motions to the same position`() {
    var drag = Self.drag()
    for index in 31...33 { drag.motions[index].x = drag.motions[30].x }
    drag.samples = [DragMeasurement.PositionSample(time: Self.instant(33, after: 1), x: drag.motions[30].x)]
    #expect(drag.contentAges.percentile(50) == 1)
  }

  @Test func `skips samples without a matching motion and samples near a reversal`() {
    var drag = Self.drag()
    drag.samples = [DragMeasurement.PositionSample(time: Self.instant(30), x: 1000)]
    #expect(drag.contentAges.count == 0)
    drag.samples = [DragMeasurement.PositionSample(time: Self.instant(30), x: drag.motions[30].x)]
    #expect(drag.contentAges.count == 1)
    drag.reversals = [Self.instant(28)]
    #expect(drag.contentAges.count == 0)
  }

  @Test func `counts a burst of damage as one frame, only before the last motion`() {
    var drag = Self.drag()
    drag.damages = (0..<20).flatMap {
      [Self.damage(Self.instant($0, after: 1)), Self.damage(Self.instant($0, after: 2))]
    }
    drag.damageCountWhileMoving = 30
    #expect(drag.frames.count == 15)
    #expect(drag.frames.allSatisfy { $0.pixelCount == 200 })
  }

  @Test func `moves forth, back and forth again in three passes`() {
    let config = DragMeasurement.Configuration(passCount: 3)
    let positions = (0...6).map { config.position(at: Double($0) / 6) }
    #expect(positions == [0, 0.5, 1, 0.5, 0, 0.5, 1])
  }
}
