import Scene
import ScreenDriver
import Testing

extension `The program` {
  @Suite struct `has a floating button` {
    @Test(arguments: WindowManager.usual)
    func `B3 that a long press scales to 1.4 without any movement`(manager: WindowManager) throws {
      let sitting = try Program.start(under: manager)
      let rest = try sitting.restingButton()
      try sitting.pickUp(rest)
      let carried = try sitting.restingButton()
      #expect(abs(Double(carried.height) / Double(rest.height) - 1.4) < 0.03)
      sitting.hand.release()
      try sitting.expectButton(at: rest)
    }

    @Test(arguments: WindowManager.usual)
    func `B6 that snaps to the right edge and passes its place by the spring's overshoot`(
      manager: WindowManager
    ) throws {
      let sitting = try Program.start(under: manager)
      let window = try sitting.window.frame()
      let rest = try sitting.restingButton()
      let dropped = rest.center.offset(x: -160, y: 24)
      try sitting.pickUp(rest)
      try sitting.hand.move(along: [rest.center, dropped], lasting: .milliseconds(300))
      // At rest in the hand too, which then has no velocity when it lets go.
      _ = try sitting.restingButton()
      sitting.hand.release()
      let band = PixelRect(
        x: window.width / 2, y: rest.y - rest.height, width: window.width / 2,
        height: 3 * rest.height)
      let film = try sitting.window.film(of: band)
      let snapped = try sitting.restingButton()
      #expect(
        snapped
          == PixelRect(
            x: window.width - 8 - rest.width, y: rest.y + 24, width: rest.width, height: rest.height
          ))

      // The right side may leave the window, so the centre is told from the left side and the
      // scale.
      let centers = film.compactMap { $0.floatingButton(Program.colors.red) }.map { button in
        Double(band.x + button.x)
          + Double(rest.width) / 2 * Double(button.height) / Double(rest.height)
      }
      let overshoot = (centers.max() ?? 0) - (Double(snapped.x) + Double(rest.width) / 2)
      // e^(−πζ / √(1 − ζ²)) of the way for ζ = 0.59.
      #expect(abs(overshoot / 160 - 0.1) < 0.03, "overshoot \(overshoot) of 160 pixels")
    }

    @Test(arguments: WindowManager.usual)
    func `B4 that stays under the pointer where it was grabbed`(manager: WindowManager) throws {
      let sitting = try Program.start(under: manager)
      let rest = try sitting.restingButton()
      try sitting.pickUp(rest)
      let place = rest.center.offset(x: -90, y: -40)
      try sitting.hand.move(along: [rest.center, place], lasting: .milliseconds(200))
      let carried = try sitting.restingButton()
      #expect(abs(carried.center.x - place.x) <= 1 && abs(carried.center.y - place.y) <= 1)
      sitting.hand.release()
    }

    @Test(arguments: WindowManager.usual)
    func `B5 that resists a drag out of the window, and that follows it back in`(
      manager: WindowManager
    ) throws {
      let sitting = try Program.start(under: manager)
      let window = try sitting.window.frame()
      let rest = try sitting.restingButton()
      let outside = PixelPoint(x: window.width + 60, y: window.height + 60)
      try sitting.pickUp(rest)
      try sitting.hand.move(along: [rest.center, outside], lasting: .milliseconds(300))
      // At rest the button is 8 pixels inside; scaled about its centre it reaches beyond, and past
      // that it gives way like a rubber band, by less than the band's 60 pixels.
      let clamped = try sitting.restingButton()
      let reach = (scale: 1.4, margin: 8.0)
      func start(_ end: Int, _ length: Int) -> Double {
        Double(end) - reach.margin - Double(length) / 2 * (1 + reach.scale)
      }
      #expect((10...60).contains(Double(clamped.x) - start(window.width, rest.width)))
      #expect((10...60).contains(Double(clamped.y) - start(window.height, rest.height)))

      let place = rest.center.offset(x: -200, y: -60)
      try sitting.hand.move(along: [outside, place], lasting: .milliseconds(300))
      let carried = try sitting.restingButton()
      #expect(abs(carried.center.x - place.x) <= 1 && abs(carried.center.y - place.y) <= 1)
      sitting.hand.release()
      try sitting.expectButton(
        at: PixelRect(
          x: window.width - 8 - rest.width, y: rest.y - 60, width: rest.width, height: rest.height))
    }

    @Test(arguments: WindowManager.usual)
    func `B7 that a tap turns green and another red`(manager: WindowManager) throws {
      let sitting = try Program.start(under: manager)
      let rest = try sitting.restingButton()
      try sitting.hand.click(at: rest.center, holding: .milliseconds(200))
      try sitting.expectButton(at: rest, Program.colors.green)
      try sitting.hand.click(at: rest.center, holding: .milliseconds(200))
      try sitting.expectButton(at: rest)
    }

    @Test(arguments: WindowManager.usual)
    func `B2 that a short press with movement neither drags nor taps`(
      manager: WindowManager
    ) throws {
      let sitting = try Program.start(under: manager)
      let rest = try sitting.restingButton()
      try sitting.hand.move(to: rest.center)
      sitting.hand.press()
      let path = [rest.center, rest.center.offset(x: -60)]
      try sitting.hand.move(along: path, lasting: .milliseconds(200))
      sitting.hand.release()
      #expect(try sitting.restingButton() == rest)
    }

    @Test(arguments: WindowManager.usual)
    func `B11 that Escape takes back to where the drag began`(manager: WindowManager) throws {
      let sitting = try Program.start(under: manager)
      let rest = try sitting.restingButton()
      try sitting.pickUp(rest)
      let path = [rest.center, rest.center.offset(x: -200, y: 100)]
      try sitting.hand.move(along: path, lasting: .milliseconds(200))
      try sitting.hand.tap("Escape")
      try sitting.expectButton(at: rest)
      sitting.hand.release()
      #expect(try sitting.restingButton() == rest)
    }

    @Test(arguments: WindowManager.usual)
    func `B11 that keeps its edge and its relative place when the window is resized`(
      manager: WindowManager
    ) throws {
      let sitting = try Program.start(under: manager)
      for (width, height) in [(800, 560), (1100, 720)] {
        try sitting.window.resize(width: width, height: height)
        let button = try sitting.restingButton()
        #expect(button.maxX == width - 8)
        #expect(abs(button.center.y - height / 2) <= 2)
      }
    }

    @Test func `B8 that can be a ball, which comes back when it is dropped partly outside`() throws
    {
      let sitting = try Program.start(["--shape", "ball", "--dim", "never"])
      let frame = try sitting.window.frame()
      let ball = try sitting.restingButton()
      #expect(
        abs(ball.center.x - frame.width / 2) <= 1 && abs(ball.center.y - frame.height / 2) <= 1)
      #expect(abs(ball.width - 100) <= 2)
      try sitting.hand.move(to: ball.center)
      sitting.hand.press()
      let corner = PixelPoint(x: frame.width - 10, y: frame.height - 10)
      try sitting.hand.move(along: [ball.center, corner], lasting: .milliseconds(400))
      sitting.hand.release()
      // The lowest rows of a circle are too short to be told from other things.
      func isBack(_ ball: PixelRect) -> Bool {
        ball.width >= 98 && abs(ball.maxX - frame.width) <= 1
          && (-3...0).contains(ball.maxY - frame.height)
      }
      _ = try sitting.window.see("the ball back inside") { picture in
        picture.floatingButton(Program.colors.red).flatMap { isBack($0) ? () : nil }
      }
      #expect(isBack(try sitting.restingButton()))
    }
  }
}
