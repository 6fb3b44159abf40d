import Glibc
import Scene
import ScreenDriver
import TestSupport
import Testing

@testable import Meter

extension `Tactile program` {
  @Suite struct `Floating button` {
    @Test(arguments: WindowManager.standard.inScope)
    func `B3 scales to 1.4 at a long press without movement`(manager: WindowManager) throws {
      let session = try Program.start(under: manager)
      let restFrame = try session.restingButton()
      try session.startDrag(of: restFrame)
      let dragged = try session.restingButton()
      #expect(abs(Double(dragged.height) / Double(restFrame.height) - 1.4) < 0.03)
      session.input.release()
      try session.expectButton(at: restFrame)
    }

    @Test(.onlyInAll("long animations"), arguments: WindowManager.standard.inScope)
    func `B6 snaps to the right edge with the overshoot of the spring`(
      manager: WindowManager
    ) throws {
      let directory = try TemporaryDirectory()
      let path = "\(directory.path)/frames"
      var session = try Program.start(under: manager, environment: ["TACTILE_FRAME_LOG": path])
      let window = try session.window.frame()
      let restFrame = try session.restingButton()
      let dropped = restFrame.center.offset(x: -160, y: 24)
      try session.startDrag(of: restFrame)
      try session.input.move(along: [restFrame.center, dropped], lasting: .milliseconds(60))
      // The button rests under the pointer, so that the release has no velocity.
      _ = try session.restingButton()
      session.input.release()
      try session.expectButton(
        at: PixelRect(
          x: window.width - 8 - restFrame.width, y: restFrame.y + 24, width: restFrame.width,
          height: restFrame.height))
      session.program.send(SIGTERM)
      #expect(try session.program.waitForExit(within: .defaultTimeout) == .exited(0))

      // The frames of the program and their times, because a busy machine may show none at the maximum.
      let motion = try #require(try FrameLogContents(contentsOf: path).trajectories.last)
      #expect(motion.release.velocity == .zero && motion.release.to.x - motion.release.from.x == 160)
      #expect(!motion.errorsInMotion.isEmpty && motion.errorsInMotion.allSatisfy { $0 <= 0.5 })
      // The time of the first maximum, and e^(−πζ / √(1 − ζ²)) of the distance for ζ = 0.59.
      let spring = motion.release.spring
      let damping = (1 - spring.dampingFraction * spring.dampingFraction).squareRoot()
      let peak = motion.release.instant + Int64(Double.pi / (spring.angularFrequency * damping) * 1e9)
      let overshoot = motion.release.idealCenter(at: peak).x - motion.release.to.x
      #expect(abs(overshoot / 160 - 0.1) < 0.005, "overshoot \(overshoot) of 160 pixels")
    }

    @Test(arguments: WindowManager.standard.inScope)
    func `B4 stays under the pointer during a drag`(manager: WindowManager) throws {
      let session = try Program.start(under: manager)
      let restFrame = try session.restingButton()
      try session.startDrag(of: restFrame)
      let target = restFrame.center.offset(x: -90, y: -40)
      try session.input.move(along: [restFrame.center, target], lasting: .milliseconds(60))
      let dragged = try session.restingButton()
      #expect(abs(dragged.center.x - target.x) <= 1 && abs(dragged.center.y - target.y) <= 1)
      session.input.release()
    }

    @Test(.onlyInAll("long animations"), arguments: WindowManager.standard.inScope)
    func `B5 resists a drag out of the window, and follows it back inside`(
      manager: WindowManager
    ) throws {
      let session = try Program.start(under: manager)
      let window = try session.window.frame()
      let restFrame = try session.restingButton()
      let outside = PixelPoint(x: window.width + 60, y: window.height + 60)
      try session.startDrag(of: restFrame)
      try session.input.move(along: [restFrame.center, outside], lasting: .milliseconds(60))
      // At rest, the button is 8 pixels inside the window. Scaled about its center, it extends
      // further. Beyond that, it resists like a rubber band and moves by less than the band's 60
      // pixels.
      let clamped = try session.restingButton()
      let metrics = (scale: 1.4, margin: 8.0)
      func unclampedOrigin(_ end: Int, _ length: Int) -> Double {
        Double(end) - metrics.margin - Double(length) / 2 * (1 + metrics.scale)
      }
      #expect((10...60).contains(Double(clamped.x) - unclampedOrigin(window.width, restFrame.width)))
      #expect((10...60).contains(Double(clamped.y) - unclampedOrigin(window.height, restFrame.height)))

      let target = restFrame.center.offset(x: -200, y: -60)
      try session.input.move(along: [outside, target], lasting: .milliseconds(60))
      let dragged = try session.restingButton()
      #expect(abs(dragged.center.x - target.x) <= 1 && abs(dragged.center.y - target.y) <= 1)
      session.input.release()
      try session.expectButton(
        at: PixelRect(
          x: window.width - 8 - restFrame.width, y: restFrame.y - 60, width: restFrame.width,
          height: restFrame.height))
    }

    @Test(arguments: WindowManager.standard.inScope)
    func `B7 turns green at a tap and red at the next`(manager: WindowManager) throws {
      let session = try Program.start(under: manager)
      let restFrame = try session.restingButton()
      try session.input.click(at: restFrame.center)
      try session.expectButton(at: restFrame, Program.colors.green)
      try session.input.click(at: restFrame.center)
      try session.expectButton(at: restFrame)
    }

    @Test func `B7 takes a click as a tap although the program stalls during it`() throws {
      let session = try Program.start()
      let restFrame = try session.restingButton()
      var isInTime = false
      for _ in 1...5 where !isInTime {
        try session.input.move(to: restFrame.center)
        session.input.press()
        let start = ContinuousClock.now
        try session.window.ping()
        session.program.send(SIGSTOP)
        // On a busy machine, the program may have seen a long press. Then it is not released on the button.
        isInTime = start.duration(to: .now) < .milliseconds(300)
        if !isInTime { try session.input.move(to: PixelPoint(x: 5, y: 5)) }
        session.input.release()
        Deadline(after: .milliseconds(400)).wait()
        session.program.send(SIGCONT)
        if !isInTime { try session.input.tap("Escape") }
      }
      #expect(isInTime, "the machine was too busy, five times")
      try session.expectButton(at: restFrame, Program.colors.green)
    }

    @Test(.onlyInAll("slow connection")) func `B7 takes a click over a slow connection as a tap`() throws {
      let proxy = ProtocolProxy.Options(delay: .milliseconds(160))
      let session = try Program.start(on: VirtualDisplay.Options(windowManager: .openbox), by: .proxy(proxy))
      let restFrame = try session.restingButton()
      try session.input.click(at: restFrame.center)
      try session.expectButton(at: restFrame, Program.colors.green)
    }

    @Test(arguments: WindowManager.standard.inScope)
    func `B2 neither drags nor taps at a short press with movement`(
      manager: WindowManager
    ) throws {
      let session = try Program.start(under: manager)
      let restFrame = try session.restingButton()
      // Together, so that no delay makes it a long press.
      try session.input.drag(along: [restFrame.center, restFrame.center.offset(x: -60)], lasting: .zero)
      #expect(try session.restingButton() == restFrame)
    }

    @Test(arguments: WindowManager.standard.inScope)
    func `B11 returns to the start of the drag at Escape`(manager: WindowManager) throws {
      let session = try Program.start(under: manager)
      let restFrame = try session.restingButton()
      try session.startDrag(of: restFrame)
      let path = [restFrame.center, restFrame.center.offset(x: -200, y: 100)]
      try session.input.move(along: path, lasting: .milliseconds(60))
      try session.input.tap("Escape")
      try session.expectButton(at: restFrame)
      session.input.release()
      #expect(try session.restingButton() == restFrame)
    }

    @Test(arguments: WindowManager.standard.inScope)
    func `B11 keeps its edge and relative position when the window is resized`(
      manager: WindowManager
    ) throws {
      let session = try Program.start(under: manager)
      for (width, height) in [(800, 560), (1100, 720)] {
        try session.window.resize(width: width, height: height)
        let button = try session.restingButton()
        #expect(button.maxX == width - 8)
        #expect(abs(button.center.y - height / 2) <= 2)
      }
    }

    @Test(.onlyInAll("rare option")) func `B8 returns a ball that is dropped partly outside`() throws {
      let session = try Program.start(["--shape", "ball", "--dim", "never"])
      let frame = try session.window.frame()
      let ball = try session.restingButton()
      #expect(
        abs(ball.center.x - frame.width / 2) <= 1 && abs(ball.center.y - frame.height / 2) <= 1)
      #expect(abs(ball.width - 100) <= 2)
      let corner = PixelPoint(x: frame.width - 10, y: frame.height - 10)
      try session.input.drag(along: [ball.center, corner], lasting: .milliseconds(100))
      // The lowest rows of a circle are too short to be recognized.
      func isInside(_ ball: PixelRect) -> Bool {
        ball.width >= 98 && abs(ball.maxX - frame.width) <= 1
          && (-3...0).contains(ball.maxY - frame.height)
      }
      _ = try session.window.waitFor("the ball back inside") { picture in
        picture.floatingButton(Program.colors.red).flatMap { isInside($0) ? () : nil }
      }
      // It passes that position, and returns to it.
      _ = try session.restingButton()
      #expect(isInside(try session.restingButton()))
    }
  }
}
