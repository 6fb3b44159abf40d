import Glibc
import Motion
import Scene
import ScreenDriver
import TestSupport
import Testing

@testable import Meter

extension `Tactile program`.`Thrown button` {
  @Test func `follows an ideal spring, with one logged frame per refresh`() throws {
    let directory = try TemporaryDirectory()
    let path = "\(directory.path)/frames"
    var session = try Program.start(environment: ["TACTILE_FRAME_LOG": path])
    let (window, restFrame) = (try session.window.frame(), try session.restingButton())
    try session.startDrag(of: restFrame)
    try session.input.fling(from: restFrame.center, at: (dx: -1800, dy: 200))
    let button = try session.restingButton()
    session.program.send(SIGTERM)
    #expect(try session.program.waitForExit(within: .defaultTimeout) == .exited(0))

    let log = try FrameLogContents(contentsOf: path)
    #expect(log.frames.map(\.number) == (0..<log.frames.count).map { $0 + 1 })
    let motion = try #require(log.trajectories.last)
    let refreshes = motion.frames.compactMap(\.refresh)
    #expect(zip(refreshes, refreshes.dropFirst()).allSatisfy { $0 < $1 })
    #expect(motion.frames.last?.center == motion.release.to)
    // The release is in the trailing half. A busy machine changes the velocity, which the log therefore contains.
    let (release, middle) = (motion.release, Double(window.width) / 2)
    let projected = release.from.x + Decay.normal.projectedDistance(velocity: release.velocity.dx)
    #expect(release.from.x > middle && (release.to.x > middle) == (projected > middle), "\(release)")
    #expect(!motion.errorsInMotion.isEmpty && motion.errorsInMotion.allSatisfy { $0 <= 0.5 })
    // Half a pixel on each axis.
    #expect(motion.errors.allSatisfy { $0 <= 0.5 * 2.0.squareRoot() })
    #expect(abs(motion.release.to.x - Double(button.x + button.maxX) / 2) <= 0.5)
  }

  @Test(.onlyInAll("rare failure")) func `reports once that the frame log cannot be written`() throws {
    var session = try Program.start(environment: ["TACTILE_FRAME_LOG": "/dev/full"])
    session.program.send(SIGTERM)
    #expect(try session.program.waitForExit(within: .defaultTimeout) == .exited(0))
    let errorOutput = try session.standardError()
    #expect(
      errorOutput.hasSuffix("cannot write TACTILE_FRAME_LOG file '/dev/full': No space left on device\n"))
    #expect(errorOutput.split(separator: "\n").count == 1)
  }
}
