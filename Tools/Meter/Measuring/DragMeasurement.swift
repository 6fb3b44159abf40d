import Scene
import ScreenDriver

/// A measured drag of a program's button, back and forth along a row of pixels.
struct DragMeasurement {
  /// The parameters of a measured drag.
  struct Configuration {
    /// The time for which the pointer moves.
    var duration = Duration.seconds(1)
    /// The number of motions per second.
    var rate = 250.0
    /// The number of passes along the row; back and forth are two passes.
    var passCount = 3
    /// The largest random shift of a motion, as a fraction of the time between two motions, 0…1.
    var jitter = 0.0
    /// The time from moving the pointer onto the button to the press; enough for hover effects.
    var hover = Duration.milliseconds(300)
    /// The time from the press to the first motion, longer than every program's long press and its
    /// animation.
    var hold = Duration.milliseconds(700)
    /// The time without drawing after the release that counts as the end of the animation.
    var settlingTime = Duration.milliseconds(400)

    /// Single motions, so far apart that nothing else is drawn and the next damage is the response.
    static let singleMotions = Configuration(duration: .seconds(2), rate: 20, passCount: 1, jitter: 0.3)

    /// Returns the pointer's position in the row after a fraction of all motions: 0 at the start of
    /// the row, 1 at its end.
    func position(at fraction: Double) -> Double {
      let progress = fraction * Double(passCount)
      let pass = min(progress.rounded(.down), Double(passCount - 1))
      return Int(pass).isMultiple(of: 2) ? progress - pass : 1 - (progress - pass)
    }
  }

  /// The horizontal position of the pointer or the button at an instant, in device pixels from the
  /// left.
  struct PositionSample {
    var time: ContinuousClock.Instant
    var x: Double
  }

  /// The positions to which the pointer was moved.
  var motions: [PositionSample] = []
  /// The observed positions of the button.
  var samples: [PositionSample] = []
  /// The damage from the first motion to the response to the last one.
  var damages: [WindowDamage] = []
  /// The number of damages before the last motion.
  var damageCountWhileMoving = 0
  /// The damage after the release.
  var releaseDamages: [WindowDamage] = []
  /// The instants at which the pointer reversed.
  var reversals: [ContinuousClock.Instant] = []
  /// The offset of the button's center from the pointer before the motions.
  var buttonOffset = 0.0
  /// The offset after the motions. Some programs use the first motion only to start the drag, and
  /// then lag by that distance.
  var finalButtonOffset = 0.0
  var releaseTime: ContinuousClock.Instant?
  /// The resource usage before the first motion.
  var usageBefore: ResourceUsage?
  /// The resource usage after the last motion.
  var usageAfter: ResourceUsage?
}

extension DragMeasurement {
  /// Drags the button of a program and records the responses.
  ///
  /// - Throws: `notFound` if the program shows no button, `file` if it has exited.
  init(_ config: Configuration, of program: borrowing RunningProgram) throws(ScreenDriverError) {
    let (observer, position) = (program.observer, try program.buttonPosition())
    let start = PixelPoint(x: Int(position.x), y: Int(position.y))
    let width = observer.frame.width
    let end = start.x * 2 > width ? width * 3 / 10 : width * 7 / 10
    observer.move(to: start)
    observer.record(for: config.hover)
    observer.press()
    observer.record(for: config.hold)
    let pressedPosition = try program.buttonPosition()
    buttonOffset = pressedPosition.x - Double(start.x)
    observer.reset()

    usageBefore = try program.resourceUsage()
    move(config, from: start, to: end, row: Int(pressedPosition.y), of: program)
    damageCountWhileMoving = observer.damages.count
    usageAfter = try program.resourceUsage()
    // Longer ages do not count.
    observer.recordUntilIdle(for: .milliseconds(300), limit: .now + .seconds(4))
    damages = observer.damages
    finalButtonOffset = try program.buttonPosition().x - (motions.last?.x ?? 0)
    release(observer, config)
  }

  private mutating func move(
    _ config: Configuration, from start: PixelPoint, to end: Int, row: Int,
    of program: borrowing RunningProgram
  ) {
    let count = max(1, Int(config.duration.seconds * config.rate))
    let startTime = ContinuousClock.now
    // Every program gets the same jitter.
    var generator = JitterGenerator()
    for index in 1...count {
      let jitter = config.jitter * generator.next()
      watch(row, of: program, until: startTime + .seconds(1) * ((Double(index) + jitter) / config.rate))
      let position = config.position(at: Double(index) / Double(count))
      let x = start.x + Int((Double(end - start.x) * position).rounded())
      guard Double(x) != motions.last?.x else { continue }
      let time = program.observer.move(to: PixelPoint(x: x, y: start.y))
      if isReversal(at: x) { reversals.append(time) }
      motions.append(PositionSample(time: time, x: Double(x)))
    }
  }

  private func isReversal(at x: Int) -> Bool {
    guard motions.count > 1 else { return false }
    let (last, other) = (motions[motions.count - 1].x, motions[motions.count - 2].x)
    return (last - other) * (Double(x) - last) < 0
  }

  /// Records the position of the button after each damage.
  private mutating func watch(
    _ row: Int, of program: borrowing RunningProgram, until end: ContinuousClock.Instant
  ) {
    let (observer, color) = (program.observer, program.target.buttonColor)
    while ContinuousClock.now < end {
      guard let damage = observer.nextDamage(before: end), let x = observer.middle(of: color, inRow: row)
      else {
        continue
      }
      // The image may show a later drawing.
      observer.recordBeforeReply()
      samples.append(PositionSample(time: observer.damages.last?.time ?? damage.time, x: x))
    }
  }

  /// Releases the button and waits until nothing is drawn, at most four seconds.
  private mutating func release(_ observer: WindowObserver, _ config: Configuration) {
    observer.reset()
    let time = observer.release()
    observer.recordUntilIdle(for: config.settlingTime, limit: time + .seconds(4))
    releaseTime = time
    releaseDamages = observer.damages
  }
}

extension WindowObserver {
  /// Records drawing until nothing is drawn for a duration, at most until `limit`.
  fileprivate func recordUntilIdle(for duration: Duration, limit: ContinuousClock.Instant) {
    while let damage = nextDamage(before: min(limit, .now + duration)), damage.time < limit {}
  }
}

extension RunningProgram {
  /// Returns the center of the button, in device pixels.
  ///
  /// - Throws: `notFound`, `noWindow`.
  func buttonPosition() throws(ScreenDriverError) -> Point {
    let screenshot = try window.screenshot()
    guard let button = screenshot.bounds(of: target.buttonColor, minimumRun: 20) else {
      throw .notFound("the button of \(target.name)")
    }
    return Point(
      x: Double(button.x) + Double(button.width - 1) / 2, y: Double(button.y) + Double(button.height - 1) / 2)
  }
}

/// A generator of pseudorandom numbers in −1..<1, the same in every run: a linear congruential
/// generator with the constants of Numerical Recipes, 2nd edition, chapter 7.1.
struct JitterGenerator {
  private var state: UInt32 = 12345

  mutating func next() -> Double {
    state = state &* 1_664_525 &+ 1_013_904_223
    return Double(state >> 8) / Double(1 << 23) - 1
  }
}
