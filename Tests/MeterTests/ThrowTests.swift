import Scene
import ScreenDriver
import Testing

@testable import Meter

@Suite struct `A throw that was logged` {
  private static let interval: Int64 = 16_666_667
  /// Of 0.25 s and ζ = 0.59, which is how the button flies.
  private static let spring = TextbookSpring(angularFrequency: 25.13, dampingFraction: 0.59)
  private static let release = LoggedRelease(
    instant: 5_000_000_000, from: Point(x: 600, y: 300), to: Point(x: 80, y: 310),
    velocity: Vector(dx: -2000, dy: 40), spring: spring)

  /// One frame at each refresh of a flight, as the log has it.
  private static func lines(
    _ refreshes: some Sequence<Int64>, off distance: Double = 0, source: String = "verticalBlank"
  ) -> [String] {
    refreshes.enumerated().map { index, refresh in
      let instant = release.instant + refresh * interval
      let place = release.ideal(at: instant) + Vector(dx: distance, dy: 0)
      return "frame \(index + 1) \(instant + 50_000) \(instant) \(instant + 250_000) \(interval) "
        + "\(source) \(source == "between" ? "-" : "\(refresh + 700)") - \(place.x) \(place.y) "
        + "flight \(release.instant) 600 300 80 310 -2000 40 25.13 0.59"
    }
  }

  private static func rest(number: Int, refresh: Int64) -> String {
    let instant = release.instant + refresh * interval
    return "frame \(number) \(instant) \(instant) \(instant + 90_000) \(interval) verticalBlank "
      + "\(refresh + 700) - 80.0 310.0"
  }

  private static func log(_ lines: [String]) throws -> FrameLogReading {
    try FrameLogReading(lines.joined(separator: "\n") + "\n")
  }

  private static func flight(_ lines: [String]) throws -> LoggedFlight {
    try #require(try log(lines).flights.first)
  }

  @Test func `is read with all that a line says`() throws {
    let log = try Self.log(Self.lines(1...2) + ["seen 12 5100000000"])
    let frame = try #require(log.frames.last)
    #expect(log.frames.count == 2 && log.seen == [12: 5_100_000_000])
    #expect(frame.number == 2 && frame.refresh == 702 && frame.source == "verticalBlank")
    #expect(frame.presentation == 5_033_333_334 && frame.begun - frame.presentation == 50_000)
    #expect(frame.sent - frame.begun == 200_000 && frame.interval == 16_666_667)
    #expect(frame.counter == nil && frame.release == Self.release)
  }

  @Test func `is told apart from the next, and ends with the first frame at rest`() throws {
    let later = Self.lines(40...44).map { $0.replacing("flight 5000000000", with: "flight 55") }
    let resting = [Self.rest(number: 9, refresh: 30), Self.rest(number: 10, refresh: 31)]
    let flights = try Self.log(resting + Self.lines(0...29) + resting + later).flights
    #expect(flights.map(\.frames.count) == [31, 5])
  }

  @Test(arguments: [
    (Array(0...30), 0), (Array(0...9) + Array(11...30), 1), ([0, 1, 4, 5, 7], 3),
  ])
  func `counts each refresh without a frame`(refreshes: [Int64], unused: Int) throws {
    #expect(try Self.flight(Self.lines(refreshes)).unusedRefreshes == unused)
  }

  @Test func `counts the refresh before it rests`() throws {
    let lines = Self.lines(0...9) + [Self.rest(number: 11, refresh: 11)]
    #expect(try Self.flight(lines).unusedRefreshes == 1)
  }

  @Test(arguments: ["timer -", "verticalBlank -"])
  func `counts by time where refreshes have no number, or another's`(turn: String) throws {
    var lines = Self.lines([0, 1, 2, 4, 5])
    lines[2].replace("verticalBlank 702", with: turn)
    #expect(try Self.flight(lines).unusedRefreshes == 1)
  }

  @Test func `counts by numbers across frames that have none`() throws {
    var lines = Self.lines(0...9)
    lines[4].replace("verticalBlank 704", with: "verticalBlank -")
    // So late that time alone would make it two.
    lines[4].replace(" 5066716668 ", with: " 5077716668 ")
    #expect(try Self.flight(lines).unusedRefreshes == 0)
    lines.remove(at: 5)
    #expect(try Self.flight(lines).unusedRefreshes == 1)
  }

  @Test func `has no use for a frame between two turns, but at its start`() throws {
    let between = Self.lines(0...9, source: "between")
    var lines = Self.lines(0...9)
    lines[0] = between[0]
    #expect(try Self.flight(lines).unusedRefreshes == 0)
    lines[5] = between[5]
    #expect(try Self.flight(lines).unusedRefreshes == 1)
  }

  @Test(arguments: [0.0, 0.25, -1])
  func `shows how far it is from the textbook's spring`(distance: Double) throws {
    let errors = try Self.flight(Self.lines(0...20, off: distance)).errors
    #expect(errors.count == 21)
    #expect(errors.allSatisfy { abs($0 - abs(distance)) < 1e-9 })
  }

  @Test func `is held against pictures of what may have been on the screen then`() throws {
    let log = try Self.log(Self.lines(0...20))
    var thrown = Throws()
    thrown.sightings = log.frames.map { frame in
      let heard = frame.sent + 200_000
      return Throws.Sighting(time: heard...(heard + 900_000), x: frame.place.x + 0.4)
    }
    #expect(thrown.distances(from: log).allSatisfy { abs($0 - 0.4) < 1e-9 })
    // The window's edge cuts off what has gone too far.
    let beyond = log.frames.indices.filter { log.frames[$0].place.x < Self.release.to.x }
    for index in beyond { thrown.sightings[index].x += 20 }
    #expect(!beyond.isEmpty && thrown.distances(from: log).count == 21 - beyond.count)
    // Heard of late, when the next frame is begun but not yet shown.
    let late = log.frames[4].sent + 12_000_000
    thrown.sightings[4].time = late...(late + 6_000_000)
    #expect(thrown.distances(from: log).allSatisfy { abs($0 - 0.4) < 1e-9 })
    // Pictures of other frames than were sent then.
    thrown.sightings[3].x = log.frames[6].place.x
    #expect(try #require(thrown.distances(from: log).max()) > 20)
  }

  @Test func `gives the table its rows`() throws {
    var results = Results()
    results.record(try Self.log(Self.lines([0, 1, 3, 4], off: 1)))
    #expect(results[.unusedRefreshes] == 1)
    #expect(abs(try #require(results[.placeError]) - 1) < 1e-9)
    #expect(results[.showingDelay] == 0.25)
  }

  @Test func `tells what is left when it rests from how it flies`() throws {
    let flight = try Self.flight(Self.lines(0...24) + [Self.rest(number: 26, refresh: 25)])
    #expect(flight.errors.count == 26 && flight.errorsInFlight.count == 25)
    #expect(flight.errorsInFlight.allSatisfy { $0 < 1e-9 })
    #expect(try #require(flight.errors.last) > 1e-3)
  }

  @Test func `was shown when a compositor says so, else when it was sent`() throws {
    var lines = Self.lines(0...1)
    lines[1].replace("701 -", with: "701 44")
    let log = try Self.log(lines + ["seen 44 5100000000"])
    #expect(log.frames.map { log.shown($0) } == [5_000_250_000, 5_100_000_000])
  }

  @Test(arguments: [
    "frame", "frame 1 2 3", "seen 4", "word 1 2", "frame 1 2 3 4 0 timer 1 - 2 3",
    "frame 1 2 3 4 5 timer 1 - 2 nan", "frame 1 2 3 4 5 timer 1 - 2 3 flight 1 2 3",
    "frame 1 2 3 4 5 timer 1 - 2 3 more",
  ])
  func `is not read from a line that is no frame's`(line: String) {
    #expect(throws: ScreenDriverError.self) { try FrameLogReading(line, of: "a file") }
  }

  @Test(arguments: [0.2, 0.59, 1, 1.5], [0.0, 1, -1])
  func `is held against a spring that solves its equation`(fraction: Double, nudge: Double) {
    // One number further, where formulas for either side of ζ = 1 divide by almost nothing.
    let fraction = fraction + nudge * fraction.ulp
    let spring = TextbookSpring(angularFrequency: 20, dampingFraction: fraction)
    let step = 1e-4
    for time in stride(from: 0.01, to: 0.5, by: 0.01) {
      let x = [-step, 0, step].map {
        spring.displacement(from: 3, velocity: -70, after: time + $0)
      }
      let velocity = (x[2] - x[0]) / (2 * step)
      let acceleration = (x[2] - 2 * x[1] + x[0]) / (step * step)
      #expect(abs(acceleration + 2 * fraction * 20 * velocity + 400 * x[1]) < 0.1)
    }
    #expect(spring.displacement(from: 3, velocity: -70, after: 0) == 3)
    let next = spring.displacement(from: 3, velocity: -70, after: 1e-6)
    #expect(abs((next - 3) / 1e-6 + 70) < 0.01)
  }
}
