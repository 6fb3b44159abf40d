import Scene
import ScreenDriver

/// A drag of a program's button along a row of pixels and back again.
struct Drag {
  /// How it goes.
  struct Plan {
    /// How long the pointer moves.
    var duration = Duration.seconds(1)
    /// Motions per second.
    var rate = 250.0
    /// How often it goes the way, there and back again each counting as one.
    var legs = 3
    /// By how much of the time between them motions come earlier or later, at random, 0…1.
    var jitter = 0.0
    /// From when the pointer is on the button until it is pressed: as long as hovering may show.
    var hover = Duration.milliseconds(300)
    /// From the press to the first motion: longer than any program's long press and its motion.
    var hold = Duration.milliseconds(700)
    /// How long nothing is drawn after the release before its motion counts as over.
    var stillness = Duration.milliseconds(400)

    /// Single motions, so far apart that nothing else is drawn and the next damage is the answer.
    static let singleMotions = Plan(duration: .seconds(2), rate: 20, legs: 1, jitter: 0.3)

    /// How far along the way the pointer is at a fraction of all motions, 0 at the start of it.
    func position(at fraction: Double) -> Double {
      let way = fraction * Double(legs)
      let leg = min(way.rounded(.down), Double(legs - 1))
      return Int(leg).isMultiple(of: 2) ? way - leg : 1 - (way - leg)
    }
  }

  /// Where the pointer was put, or the button was seen, in device pixels from the left.
  struct Sighting {
    var time: ContinuousClock.Instant
    var x: Double
  }

  var motions: [Sighting] = []
  var sightings: [Sighting] = []
  /// From the first motion until the last was answered.
  var damages: [WindowDamage] = []
  /// How many of them came before the last motion.
  var damageCountWhileMoving = 0
  /// After the release.
  var releaseDamages: [WindowDamage] = []
  /// When it turned round.
  var turns: [ContinuousClock.Instant] = []
  /// From the pointer to the button's middle, before and after: some programs take the first motion
  /// only for the beginning of a drag and stay behind by it.
  var grip = 0.0
  var finalGrip = 0.0
  var released: ContinuousClock.Instant?
  /// What it cost, until the last motion.
  var before: Tally?
  var after: Tally?
}

extension Drag {
  /// Carries out a drag.
  ///
  /// - Throws: `notSeen` where the program shows no button, `file` where it has ended.
  init(_ plan: Plan, of program: borrowing RunningProgram) throws(ScreenDriverError) {
    let (observer, place) = (program.observer, try program.buttonPlace())
    let start = PixelPoint(x: Int(place.x), y: Int(place.y))
    let width = observer.frame.width
    let end = start.x * 2 > width ? width * 3 / 10 : width * 7 / 10
    observer.move(to: start)
    observer.listen(for: plan.hover)
    observer.press()
    observer.listen(for: plan.hold)
    let held = try program.buttonPlace()
    grip = held.x - Double(start.x)
    observer.forget()

    before = try program.tally()
    move(plan, from: start, to: end, row: Int(held.y), of: program)
    damageCountWhileMoving = observer.damages.count
    after = try program.tally()
    observer.listen(for: .milliseconds(100))
    damages = observer.damages
    finalGrip = try program.buttonPlace().x - (motions.last?.x ?? 0)
    release(observer, plan)
  }

  private mutating func move(
    _ plan: Plan, from start: PixelPoint, to end: Int, row: Int,
    of program: borrowing RunningProgram
  ) {
    let count = max(1, Int(plan.duration.seconds * plan.rate))
    let began = ContinuousClock.now
    // The same for every program.
    var generator = JitterGenerator()
    for index in 1...count {
      let jitter = plan.jitter * generator.next()
      watch(
        row, of: program, until: began + .seconds(1) * ((Double(index) + jitter) / plan.rate))
      let position = plan.position(at: Double(index) / Double(count))
      let x = start.x + Int((Double(end - start.x) * position).rounded())
      guard Double(x) != motions.last?.x else { continue }
      let time = program.observer.move(to: PixelPoint(x: x, y: start.y))
      if turnsRound(at: x) { turns.append(time) }
      motions.append(Sighting(time: time, x: Double(x)))
    }
  }

  private func turnsRound(at x: Int) -> Bool {
    guard motions.count > 1 else { return false }
    let (last, other) = (motions[motions.count - 1].x, motions[motions.count - 2].x)
    return (last - other) * (Double(x) - last) < 0
  }

  /// Looks where the button is after each damage.
  private mutating func watch(
    _ row: Int, of program: borrowing RunningProgram, until end: ContinuousClock.Instant
  ) {
    let (observer, color) = (program.observer, program.subject.buttonColor)
    while ContinuousClock.now < end {
      guard let damage = observer.nextDamage(before: end) else { return }
      let time = observer.damages.last?.time ?? damage.time
      if let x = observer.middle(of: color, inRow: row) {
        sightings.append(Sighting(time: time, x: x))
      }
    }
  }

  /// Lets go and waits until nothing moves, at most four seconds.
  private mutating func release(_ observer: WindowObserver, _ plan: Plan) {
    observer.forget()
    let time = observer.release()
    let end = time + .seconds(4)
    while let last = observer.nextDamage(before: min(end, .now + plan.stillness)),
      last.time < end
    {}
    released = time
    releaseDamages = observer.damages
  }
}

extension RunningProgram {
  /// The middle of the button.
  ///
  /// - Throws: `notSeen`, `noWindow`.
  func buttonPlace() throws(ScreenDriverError) -> Point {
    let picture = try window.screenshot()
    guard let button = picture.bounds(of: subject.buttonColor, minimumRun: 20) else {
      throw .notSeen("the button of \(subject.name)")
    }
    return Point(
      x: Double(button.x) + Double(button.width - 1) / 2,
      y: Double(button.y) + Double(button.height - 1) / 2)
  }
}

/// Numbers from −1 up to 1 without a pattern, the same in every run (a linear congruential
/// generator; constants of Numerical Recipes, 2nd edition, chapter 7.1).
struct JitterGenerator {
  private var state: UInt32 = 12345

  mutating func next() -> Double {
    state = state &* 1_664_525 &+ 1_013_904_223
    return Double(state >> 8) / Double(1 << 23) - 1
  }
}
