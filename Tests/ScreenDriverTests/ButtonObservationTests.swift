import Scene
import ScreenDriver
import Testing

@Suite struct `Button observation` {
  private let whole = PixelRect(x: 0, y: 0, width: 200, height: 100)
  private let window = PixelRect(x: 0, y: 0, width: 960, height: 640)

  private func observation(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> ButtonObservation {
    ButtonObservation(time: .zero, frame: PixelRect(x: x, y: y, width: width, height: height))
  }

  @Test func `returns the center and scale of a fully visible button`() {
    let observation = observation(300, 200, 280, 140)
    #expect(observation.scale(atRest: whole, in: window) == 1.4)
    #expect(observation.center(atRest: whole, in: window) == Point(x: 440, y: 270))
  }

  @Test(arguments: [
    (860, 200, 100, 140, Point(x: 1000, y: 270)), (0, 200, 100, 140, Point(x: -40, y: 270)),
    (300, 600, 280, 40, Point(x: 440, y: 670)), (300, 0, 280, 40, Point(x: 440, y: -30)),
  ])
  func `returns the center and scale of a button clipped at one border`(
    x: Int, y: Int, width: Int, height: Int, center: Point
  ) {
    let observation = observation(x, y, width, height)
    #expect(observation.scale(atRest: whole, in: window) == 1.4)
    #expect(observation.center(atRest: whole, in: window) == center)
  }

  @Test func `requires the scale when a corner clips the button`() {
    let observation = observation(860, 600, 100, 40)
    #expect(observation.scale(atRest: whole, in: window) == nil)
    #expect(observation.center(atRest: whole, in: window) == nil)
    #expect(observation.center(atRest: whole, in: window, scale: 1.4) == Point(x: 1000, y: 670))
  }
}

extension `Screen driver` {
  @Suite struct `Repeated button observation` {
    private let red: UInt = 0xFF3B30

    @Test func `returns the frame repeatedly in order of time`() throws {
      let watched = try ClientWindowFixture(.none)
      let rect = PixelRect(x: 100, y: 60, width: 80, height: 40)
      watched.client.fill(rect, red)
      let observations = try watched.window.observeButton(
        AccentColors.light.red, for: .milliseconds(200))
      #expect(observations.count >= 10)
      #expect(observations.allSatisfy { $0.frame == rect })
      #expect(zip(observations, observations.dropFirst()).allSatisfy { $0.time < $1.time })
      #expect(try #require(observations.last).time < .milliseconds(400))
    }

    @Test func `returns the whole frame when the button grows or moves`() throws {
      let watched = try ClientWindowFixture(.none)
      let whole = PixelRect(x: 0, y: 0, width: 300, height: 200)
      let steps = [
        PixelRect(x: 10, y: 10, width: 60, height: 30),
        PixelRect(x: 10, y: 10, width: 260, height: 150),
        PixelRect(x: 200, y: 120, width: 40, height: 20),
      ]
      for step in steps {
        watched.client.fill(whole, 0xFFFFFF)
        watched.client.fill(step, red)
        let observations = try watched.window.observeButton(
          AccentColors.light.red, for: .milliseconds(50))
        #expect(!observations.isEmpty && observations.allSatisfy { $0.frame == step })
      }
    }

    @Test func `returns nothing when the button is not visible`() throws {
      let watched = try ClientWindowFixture(.none)
      let observations = try watched.window.observeButton(
        AccentColors.light.red, for: .milliseconds(50))
      #expect(observations.isEmpty)
    }
  }

  @Suite struct `Clipboard reader` {
    @Test func `returns refused when the selection has no owner`() throws {
      let display = try VirtualDisplay(width: 64, height: 48, windowManager: .none)
      let reader = try SelectionReader(on: display.name)
      #expect(try reader.read("UTF8_STRING") == .refused)
    }

    @Test func `times out when the selection owner does not reply`() throws {
      let display = try VirtualDisplay(width: 64, height: 48, windowManager: .none)
      let (owner, reader) = (
        try SelectionReader(on: display.name), try SelectionReader(on: display.name)
      )
      owner.acquireSelection()
      #expect(throws: ScreenDriverError.timedOut(waitingFor: "the selection's owner")) {
        try reader.read("UTF8_STRING", within: .milliseconds(50))
      }
    }
  }
}
