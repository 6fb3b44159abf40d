import Glibc
import Scene
import ScreenDriver
import Testing

@testable import Meter

extension `The program`.`lets the button fly` {
  @Test func `by an ideal spring, with one logged frame a turn`() throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/frames"
    var sitting = try Program.start(environment: ["TACTILE_FRAME_LOG": path])
    let rest = try sitting.restingButton()
    try sitting.pickUp(rest)
    try sitting.hand.fling(from: rest.center, at: (dx: -1800, dy: 200))
    let button = try sitting.restingButton()
    sitting.program.send(SIGTERM)
    #expect(try sitting.program.ending(within: .patience) == .exited(0))

    let log = try FrameLogReading(contentsOf: path)
    #expect(log.frames.map(\.number) == (0..<log.frames.count).map { $0 + 1 })
    let flight = try #require(log.flights.last)
    let refreshes = flight.frames.compactMap(\.refresh)
    #expect(zip(refreshes, refreshes.dropFirst()).allSatisfy { $0 < $1 })
    #expect(flight.frames.last?.place == flight.release.to)
    #expect(!flight.errorsInFlight.isEmpty && flight.errorsInFlight.allSatisfy { $0 <= 0.5 })
    // Half a pixel on either axis.
    #expect(flight.errors.allSatisfy { $0 <= 0.5 * 2.0.squareRoot() })
    #expect(abs(flight.release.to.x - Double(button.x + button.maxX) / 2) <= 0.5)
  }

  @Test func `the same where its frames cannot be logged, which it says once`() throws {
    var sitting = try Program.start(environment: ["TACTILE_FRAME_LOG": "/dev/full"])
    sitting.program.send(SIGTERM)
    #expect(try sitting.program.ending(within: .patience) == .exited(0))
    let complaints = try sitting.complaints()
    #expect(complaints.hasSuffix("cannot log frames to /dev/full: No space left on device\n"))
    #expect(complaints.split(separator: "\n").count == 1)
  }
}
