import Glibc
import Scene
import ScreenDriver

/// Measured throws of a program's button from side to side of its window. Each throw is observed
/// until nothing moves.
struct ThrowMeasurement {
  /// The parameters of the throws.
  struct Configuration {
    /// The total time.
    var duration = Duration.seconds(10)
    /// The velocity of the pointer, in device pixels per second.
    var velocity = 2000.0
    /// The time for which the pointer moves before it releases the button.
    var moveTime = Duration.milliseconds(150)
    /// The time from moving the pointer onto the button to the press.
    var hover = Duration.milliseconds(100)
    /// The time from the press to the first motion.
    var hold = Duration.milliseconds(500)
    /// The time without drawing that counts as the end of a motion.
    var settlingTime = Duration.milliseconds(300)
  }

  /// An observed horizontal position of the button, in device pixels from the left.
  struct PositionSample {
    /// The interval in which the button was at the position, in nanoseconds of the monotonic clock.
    var time: ClosedRange<Int64>
    var x: Double
  }

  var samples: [PositionSample] = []
}

extension ThrowMeasurement {
  /// Throws the button for the configured time, and returns when the last throw has ended.
  ///
  /// Every second throw is diagonal. It gives no samples, because it leaves the observed row of
  /// pixels.
  ///
  /// - Throws: `notFound` if the program shows no button.
  init(_ config: Configuration, of program: borrowing RunningProgram) throws(ScreenDriverError) {
    let (end, clock) = (ContinuousClock.now + config.duration, ClockAnchor())
    var count = 0
    while ContinuousClock.now < end {
      let isDiagonal = !count.isMultiple(of: 2)
      let row = try throwButton(config, slope: isDiagonal ? 0.2 : 0, program)
      watch(isDiagonal ? nil : row, program, config, clock)
      count += 1
    }
  }

  /// Throws the button toward the other side.
  ///
  /// - Returns: The row of pixels of the button's center.
  private func throwButton(_ config: Configuration, slope: Double, _ program: borrowing RunningProgram)
    throws(ScreenDriverError) -> Int
  {
    let (observer, position) = (program.observer, try program.buttonPosition())
    let start = PixelPoint(x: Int(position.x), y: Int(position.y))
    let velocity = start.x * 2 > observer.frame.width ? -config.velocity : config.velocity
    observer.move(to: start)
    observer.record(for: config.hover)
    observer.press()
    observer.record(for: config.hold)
    let startTime = ContinuousClock.now
    while startTime.duration(to: .now) < config.moveTime {
      let distance = velocity * startTime.duration(to: .now).seconds
      observer.move(to: start.offset(x: Int(distance), y: Int(distance * slope)))
      observer.record(for: .milliseconds(4))
    }
    observer.release()
    return start.y
  }

  /// Waits until nothing moves, at most four seconds. In the meantime, records the positions of the
  /// button, unless `row` is `nil`.
  private mutating func watch(
    _ row: Int?, _ program: borrowing RunningProgram, _ config: Configuration, _ clock: ClockAnchor
  ) {
    let (observer, color) = (program.observer, program.target.buttonColor)
    let end = ContinuousClock.now + .seconds(4)
    while let damage = observer.nextDamage(before: min(end, .now + config.settlingTime)), damage.time < end {
      guard let row, let x = observer.middle(of: color, inRow: row) else { continue }
      // The center of a pixel is half a pixel after its index.
      samples.append(
        PositionSample(time: clock.nanoseconds(of: damage.time)...clock.nanoseconds(of: .now), x: x + 0.5))
    }
  }

  /// Returns the distance of each sample from the logged position of the button, in pixels: the
  /// smallest distance to a frame that may have been on the screen.
  ///
  /// The last frame that was sent before the damage event was received always counts, regardless of
  /// its age, because the observer may receive the event late. Samples while the button is past
  /// its rest position are skipped, because the edge of the window may clip the button.
  func distances(from log: FrameLogContents) -> [Double] {
    samples.compactMap { sample in
      let received = sample.time.lowerBound
      let last = log.frames.last { $0.sent <= received }?.sent ?? received
      let oldest = min(last, received - Self.tolerance)
      let candidates = log.frames.filter { $0.sent >= oldest && $0.startTime < sample.time.upperBound }
      guard !candidates.contains(where: \.isPastTarget) else { return nil }
      return candidates.map { abs($0.center.x - sample.x) }.min()
    }
  }

  /// The longest time from sending a frame to its display by the server, in nanoseconds.
  private static let tolerance: Int64 = 5_000_000
}

/// A pair of readings of two clocks: the monotonic clock of the frame log, and the continuous clock
/// of the measurements.
struct ClockAnchor {
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
