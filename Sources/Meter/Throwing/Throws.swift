import Glibc
import Scene
import ScreenDriver

/// Throws of a program's button to and fro across its window, each watched until nothing moves.
struct Throws {
  /// How they go.
  struct Plan {
    var duration = Duration.seconds(10)
    /// Of the hand, in device pixels per second.
    var velocity = 2000.0
    /// How long it moves before it lets go.
    var moving = Duration.milliseconds(150)
    /// How long the pointer is on the button before it is pressed, and pressed before it moves.
    var hover = Duration.milliseconds(100)
    var hold = Duration.milliseconds(500)
    /// How long nothing is drawn when a flight is over.
    var stillness = Duration.milliseconds(300)
  }

  /// Where the button was seen, in device pixels from the left, and between which instants of the
  /// monotonic clock; in nanoseconds.
  struct Sighting {
    var time: ClosedRange<Int64>
    var x: Double
  }

  var sightings: [Sighting] = []
}

extension Throws {
  /// Throws for as long as the plan says, and ends when the last throw has.
  ///
  /// Every other throw goes askew and is not looked at, since a row of pixels shows none of it.
  ///
  /// - Throws: `notSeen` where the program shows no button.
  init(_ plan: Plan, of program: borrowing RunningProgram) throws(ScreenDriverError) {
    let (end, clock) = (ContinuousClock.now + plan.duration, MonotonicAnchor())
    var count = 0
    while ContinuousClock.now < end {
      let isAskew = !count.isMultiple(of: 2)
      let row = try fling(plan, askew: isAskew ? 0.2 : 0, program)
      watch(isAskew ? nil : row, program, plan, clock)
      count += 1
    }
  }

  /// - Returns: The row of pixels in which the button was.
  private func fling(
    _ plan: Plan, askew slope: Double, _ program: borrowing RunningProgram
  ) throws(ScreenDriverError) -> Int {
    let (observer, place) = (program.observer, try program.buttonPlace())
    let start = PixelPoint(x: Int(place.x), y: Int(place.y))
    let velocity = start.x * 2 > observer.frame.width ? -plan.velocity : plan.velocity
    observer.move(to: start)
    observer.listen(for: plan.hover)
    observer.press()
    observer.listen(for: plan.hold)
    let began = ContinuousClock.now
    while began.duration(to: .now) < plan.moving {
      let way = velocity * began.duration(to: .now).seconds
      observer.move(to: start.offset(x: Int(way), y: Int(way * slope)))
      observer.listen(for: .milliseconds(4))
    }
    observer.release()
    return start.y
  }

  /// Waits until nothing moves, at most four seconds, and looks where the button is meanwhile.
  private mutating func watch(
    _ row: Int?, _ program: borrowing RunningProgram, _ plan: Plan, _ clock: MonotonicAnchor
  ) {
    let (observer, color) = (program.observer, program.subject.buttonColor)
    let end = ContinuousClock.now + .seconds(4)
    while let damage = observer.nextDamage(before: min(end, .now + plan.stillness)),
      damage.time < end
    {
      guard let row, let x = observer.middle(of: color, inRow: row) else { continue }
      // A pixel's middle is half a pixel from its number.
      sightings.append(
        Sighting(
          time: clock.nanoseconds(of: damage.time)...clock.nanoseconds(of: .now), x: x + 0.5))
    }
  }

  /// How far the button was seen from where the log has it, in pixels: in the frame that comes
  /// nearest of those that may have been on the screen.
  ///
  /// The last that was sent before the damage was heard of may always have been, however long ago
  /// that is: whoever watches may be slow to hear of it. A button that has gone further than it comes
  /// to rest may be cut off by the window's edge, and is not looked at.
  func distances(from log: FrameLogReading) -> [Double] {
    sightings.compactMap { sighting in
      let heard = sighting.time.lowerBound
      let last = log.frames.last { $0.sent <= heard }?.sent ?? heard
      let oldest = min(last, heard - Self.tolerance)
      let shown = log.frames.filter { $0.sent >= oldest && $0.begun < sighting.time.upperBound }
      guard !shown.contains(where: \.isBeyondRest) else { return nil }
      return shown.map { abs($0.place.x - sighting.x) }.min()
    }
  }

  /// How long the server may take to show what was sent, in nanoseconds.
  private static let tolerance: Int64 = 5_000_000
}

/// The monotonic clock, in which logs are written, beside the one by which this program measures.
struct MonotonicAnchor {
  private let instant = ContinuousClock.now
  private let nanoseconds: Int64

  init() {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    nanoseconds = Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  func nanoseconds(of moment: ContinuousClock.Instant) -> Int64 {
    nanoseconds + Int64(instant.duration(to: moment) / .nanoseconds(1))
  }
}
