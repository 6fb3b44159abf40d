import Scene
import ScreenDriver
import Testing

@testable import Meter

@Suite struct `Frame log of a throw` {
  private static let interval: Int64 = 16_666_667
  /// The spring of the button: 0.25 s and ζ = 0.59.
  private static let spring = ReferenceSpring(angularFrequency: 25.13, dampingFraction: 0.59)
  private static let release = LoggedRelease(
    instant: 5_000_000_000, from: Point(x: 600, y: 300), to: Point(x: 80, y: 310),
    velocity: Vector(dx: -2000, dy: 40), spring: spring)

  /// Returns the log lines of a trajectory, with one frame at each of the given refreshes.
  private static func lines(
    _ refreshes: some Sequence<Int64>, off distance: Double = 0, source: String = "verticalBlank"
  ) -> [String] {
    refreshes.enumerated().map { index, refresh in
      let instant = release.instant + refresh * interval
      let center = release.idealCenter(at: instant) + Vector(dx: distance, dy: 0)
      return "frame \(index + 1) \(instant + 50_000) \(instant) \(instant + 250_000) \(interval) "
        + "\(source) \(source == "none" ? "-" : "\(refresh + 700)") - \(center.x) \(center.y) "
        + "spring \(release.instant) 600 300 80 310 -2000 40 25.13 0.59"
    }
  }

  private static func restLine(number: Int, refresh: Int64) -> String {
    let instant = release.instant + refresh * interval
    return "frame \(number) \(instant) \(instant) \(instant + 90_000) \(interval) verticalBlank "
      + "\(refresh + 700) - 80.0 310.0"
  }

  private static func log(_ lines: [String]) throws -> FrameLogContents {
    try FrameLogContents(lines.joined(separator: "\n") + "\n")
  }

  private static func trajectory(_ lines: [String]) throws -> LoggedTrajectory {
    try #require(try log(lines).trajectories.first)
  }

  @Test func `contains all fields of its lines`() throws {
    let log = try Self.log(Self.lines(1...2) + ["presented 12 5100000000"])
    let frame = try #require(log.frames.last)
    #expect(log.frames.count == 2 && log.presentationTimes == [12: 5_100_000_000])
    #expect(frame.number == 2 && frame.refresh == 702 && frame.source == "verticalBlank")
    #expect(frame.presentation == 5_033_333_334 && frame.startTime - frame.presentation == 50_000)
    #expect(frame.sent - frame.startTime == 200_000 && frame.interval == 16_666_667)
    #expect(frame.counter == nil && frame.release == Self.release)
  }

  @Test func `separates trajectories, each until its first frame at rest`() throws {
    let later = Self.lines(40...44).map { $0.replacing("spring 5000000000", with: "spring 55") }
    let restLines = [Self.restLine(number: 9, refresh: 30), Self.restLine(number: 10, refresh: 31)]
    let trajectories = try Self.log(restLines + Self.lines(0...29) + restLines + later).trajectories
    #expect(trajectories.map(\.frames.count) == [31, 5])
  }

  @Test(arguments: [
    (Array(0...30), 0), (Array(0...9) + Array(11...30), 1), ([0, 1, 4, 5, 7], 3),
  ])
  func `counts each refresh without a frame`(refreshes: [Int64], unused: Int) throws {
    #expect(try Self.trajectory(Self.lines(refreshes)).unusedRefreshes == unused)
  }

  @Test func `counts an unused refresh before the frame at rest`() throws {
    let lines = Self.lines(0...9) + [Self.restLine(number: 11, refresh: 11)]
    #expect(try Self.trajectory(lines).unusedRefreshes == 1)
  }

  @Test(arguments: ["timer -", "verticalBlank -"])
  func `counts by time if refreshes have no number or another source`(source: String) throws {
    var lines = Self.lines([0, 1, 2, 4, 5])
    lines[2].replace("verticalBlank 702", with: source)
    #expect(try Self.trajectory(lines).unusedRefreshes == 1)
  }

  @Test func `counts by numbers across frames without a number`() throws {
    var lines = Self.lines(0...9)
    lines[4].replace("verticalBlank 704", with: "verticalBlank -")
    // So late that by time alone it would count as two.
    lines[4].replace(" 5066716668 ", with: " 5077716668 ")
    #expect(try Self.trajectory(lines).unusedRefreshes == 0)
    lines.remove(at: 5)
    #expect(try Self.trajectory(lines).unusedRefreshes == 1)
  }

  @Test func `ignores a frame between two frame slots, except the first`() throws {
    let between = Self.lines(0...9, source: "none")
    var lines = Self.lines(0...9)
    lines[0] = between[0]
    #expect(try Self.trajectory(lines).unusedRefreshes == 0)
    lines[5] = between[5]
    #expect(try Self.trajectory(lines).unusedRefreshes == 1)
  }

  @Test(arguments: [0.0, 0.25, -1])
  func `gives the distance from the reference spring`(distance: Double) throws {
    let errors = try Self.trajectory(Self.lines(0...20, off: distance)).errors
    #expect(errors.count == 21)
    #expect(errors.allSatisfy { abs($0 - abs(distance)) < 1e-9 })
  }

  @Test func `is compared with screenshots of frames that may have been visible`() throws {
    let log = try Self.log(Self.lines(0...20))
    var measurement = ThrowMeasurement()
    measurement.samples = log.frames.map { frame in
      let received = frame.sent + 200_000
      return ThrowMeasurement.PositionSample(time: received...(received + 900_000), x: frame.center.x + 0.4)
    }
    #expect(measurement.distances(from: log).allSatisfy { abs($0 - 0.4) < 1e-9 })
    // The edge of the window clips a button past its rest position.
    let beyond = log.frames.indices.filter { log.frames[$0].center.x < Self.release.to.x }
    for index in beyond { measurement.samples[index].x += 20 }
    #expect(!beyond.isEmpty && measurement.distances(from: log).count == 21 - beyond.count)
    // Damage received late, when the next frame is begun but not yet visible.
    let late = log.frames[4].sent + 12_000_000
    measurement.samples[4].time = late...(late + 6_000_000)
    #expect(measurement.distances(from: log).allSatisfy { abs($0 - 0.4) < 1e-9 })
    // A screenshot of a frame that was not sent then.
    measurement.samples[3].x = log.frames[6].center.x
    #expect(try #require(measurement.distances(from: log).max()) > 20)
  }

  @Test func `records the metrics of the report`() throws {
    var results = MeasurementResults()
    results.record(try Self.log(Self.lines([0, 1, 3, 4], off: 1)))
    #expect(results[.unusedRefreshes] == 1)
    #expect(abs(try #require(results[.positionError]) - 1) < 1e-9)
    #expect(results[.presentationDelayP50] == 0.25)
  }

  @Test func `separates the error at rest from the errors in motion`() throws {
    let trajectory = try Self.trajectory(Self.lines(0...24) + [Self.restLine(number: 26, refresh: 25)])
    #expect(trajectory.errors.count == 26 && trajectory.errorsInMotion.count == 25)
    #expect(trajectory.errorsInMotion.allSatisfy { $0 < 1e-9 })
    #expect(try #require(trajectory.errors.last) > 1e-3)
  }

  @Test func `uses the presentation time if reported, otherwise the sending time`() throws {
    var lines = Self.lines(0...1)
    lines[1].replace("701 -", with: "701 44")
    let log = try Self.log(lines + ["presented 44 5100000000"])
    #expect(log.frames.map { log.presentationTime(of: $0) } == [5_000_250_000, 5_100_000_000])
  }

  @Test(arguments: [
    "frame", "frame 1 2 3", "presented 4", "word 1 2", "frame 1 2 3 4 0 timer 1 - 2 3",
    "frame 1 2 3 4 5 timer 1 - 2 nan", "frame 1 2 3 4 5 timer 1 - 2 3 spring 1 2 3",
    "frame 1 2 3 4 5 timer 1 - 2 3 more",
  ])
  func `throws on an invalid line`(line: String) {
    #expect(throws: ScreenDriverError.self) { try FrameLogContents(line, of: "a file") }
  }
}
