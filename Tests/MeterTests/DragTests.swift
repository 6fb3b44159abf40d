import Scene
import ScreenDriver
import Testing

@testable import Meter

@Suite struct `A drag that was observed` {
  private static let start = ContinuousClock.now

  /// Motions every four milliseconds, each four pixels further, from 100.
  private static func drag(_ count: Int = 50) -> Drag {
    var drag = Drag()
    drag.motions = (0..<count).map { Drag.Sighting(time: moment($0), x: 100 + 4 * Double($0)) }
    return drag
  }

  private static func moment(_ index: Int, after milliseconds: Double = 0)
    -> ContinuousClock.Instant
  {
    start + .milliseconds(4 * index) + .milliseconds(milliseconds)
  }

  private static func damage(_ time: ContinuousClock.Instant) -> WindowDamage {
    WindowDamage(time: time, area: PixelRect(x: 0, y: 0, width: 10, height: 10))
  }

  @Test(arguments: [0.5, 1, 3.5])
  func `takes the next damage for a motion's answer`(latency: Double) {
    var drag = Self.drag()
    drag.damages = drag.motions.map { Self.damage($0.time + .milliseconds(latency)) }
    #expect(drag.latencies.count == 50)
    #expect(drag.latencies.percentile(0) == latency)
    #expect(drag.latencies.percentile(100) == latency)
  }

  @Test func `has no answer where nothing was drawn any more`() {
    var drag = Self.drag()
    drag.damages = [Self.damage(Self.moment(9, after: 1))]
    #expect(drag.latencies.count == 10)
  }

  @Test(arguments: [1.0, 6, 18])
  func `tells how old what is shown is, however often it is drawn`(age: Double) throws {
    var drag = Self.drag()
    drag.finalGrip = 3
    drag.sightings = drag.motions.map {
      Drag.Sighting(time: $0.time + .milliseconds(age), x: $0.x + 3)
    }
    // Frames that show nothing new are older than what they show.
    drag.sightings += drag.sightings.map {
      Drag.Sighting(time: $0.time + .milliseconds(2), x: $0.x)
    }
    #expect(drag.lags.count > 60)
    #expect(drag.lags.percentile(0) == age)
    #expect(drag.lags.percentile(100) == age + 2)
  }

  @Test func `takes the newest of several motions to the same place`() {
    var drag = Self.drag()
    for index in 31...33 { drag.motions[index].x = drag.motions[30].x }
    drag.sightings = [Drag.Sighting(time: Self.moment(33, after: 1), x: drag.motions[30].x)]
    #expect(drag.lags.percentile(50) == 1)
  }

  @Test func `does not tell the age of what no motion explains, or of what turns round`() {
    var drag = Self.drag()
    drag.sightings = [Drag.Sighting(time: Self.moment(30), x: 1000)]
    #expect(drag.lags.count == 0)
    drag.sightings = [Drag.Sighting(time: Self.moment(30), x: drag.motions[30].x)]
    #expect(drag.lags.count == 1)
    drag.turns = [Self.moment(28)]
    #expect(drag.lags.count == 0)
  }

  @Test func `counts bursts as frames, and those before the last motion alone`() {
    var drag = Self.drag()
    drag.damages = (0..<20).flatMap {
      [Self.damage(Self.moment($0, after: 1)), Self.damage(Self.moment($0, after: 2))]
    }
    drag.damageCountWhileMoving = 30
    #expect(drag.frames.count == 15)
    #expect(drag.frames.allSatisfy { $0.pixelCount == 200 })
  }

  @Test func `goes there, back and there again`() {
    let plan = Drag.Plan(legs: 3)
    let positions = (0...6).map { plan.position(at: Double($0) / 6) }
    #expect(positions == [0, 0.5, 1, 0.5, 0, 0.5, 1])
  }

  @Test func `has the same jitter in every run, within its bounds`() {
    var (one, other) = (JitterGenerator(), JitterGenerator())
    let numbers = (0..<1000).map { _ in one.next() }
    #expect(numbers == (0..<1000).map { _ in other.next() })
    #expect(numbers.allSatisfy { (-1..<1).contains($0) })
    #expect(abs(numbers.reduce(0, +)) < 100)
  }
}
