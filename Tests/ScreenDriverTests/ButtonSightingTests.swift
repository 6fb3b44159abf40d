import Scene
import ScreenDriver
import Testing

@Suite struct `A sighting of the button` {
  private let rest = PixelRect(x: 0, y: 0, width: 200, height: 100)
  private let window = PixelRect(x: 0, y: 0, width: 960, height: 640)

  private func sighting(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> ButtonSighting {
    ButtonSighting(time: .zero, frame: PixelRect(x: x, y: y, width: width, height: height))
  }

  @Test func `tells centre and scale of a button that is seen whole`() {
    let sighting = sighting(300, 200, 280, 140)
    #expect(sighting.scale(atRest: rest, in: window) == 1.4)
    #expect(sighting.center(atRest: rest, in: window) == Point(x: 440, y: 270))
  }

  @Test(arguments: [
    (860, 200, 100, 140, Point(x: 1000, y: 270)), (0, 200, 100, 140, Point(x: -40, y: 270)),
    (300, 600, 280, 40, Point(x: 440, y: 670)), (300, 0, 280, 40, Point(x: 440, y: -30)),
  ])
  func `tells them of a button that a border cuts off`(
    x: Int, y: Int, width: Int, height: Int, center: Point
  ) {
    let sighting = sighting(x, y, width, height)
    #expect(sighting.scale(atRest: rest, in: window) == 1.4)
    #expect(sighting.center(atRest: rest, in: window) == center)
  }

  @Test func `needs the scale where a corner cuts it off`() {
    let sighting = sighting(860, 600, 100, 40)
    #expect(sighting.scale(atRest: rest, in: window) == nil)
    #expect(sighting.center(atRest: rest, in: window) == nil)
    #expect(sighting.center(atRest: rest, in: window, scale: 1.4) == Point(x: 1000, y: 670))
  }
}

extension `The screen driver` {
  @Suite struct `A watch on the button` {
    private let red: UInt = 0xFF3B30

    @Test func `sees where it is, again and again`() throws {
      let watched = try Watched(.none)
      let rect = PixelRect(x: 100, y: 60, width: 80, height: 40)
      watched.client.fill(rect, red)
      let sightings = try watched.window.watchButton(
        AccentColors.light.red, for: .milliseconds(200))
      #expect(sightings.count >= 10)
      #expect(sightings.allSatisfy { $0.frame == rect })
      #expect(zip(sightings, sightings.dropFirst()).allSatisfy { $0.time < $1.time })
      #expect(try #require(sightings.last).time < .milliseconds(400))
    }

    @Test func `sees it whole, however it grows and wherever it goes`() throws {
      let watched = try Watched(.none)
      let whole = PixelRect(x: 0, y: 0, width: 300, height: 200)
      let steps = [
        PixelRect(x: 10, y: 10, width: 60, height: 30),
        PixelRect(x: 10, y: 10, width: 260, height: 150),
        PixelRect(x: 200, y: 120, width: 40, height: 20),
      ]
      for step in steps {
        watched.client.fill(whole, 0xFFFFFF)
        watched.client.fill(step, red)
        let sightings = try watched.window.watchButton(
          AccentColors.light.red, for: .milliseconds(50))
        #expect(!sightings.isEmpty && sightings.allSatisfy { $0.frame == step })
      }
    }

    @Test func `sees nothing where it is not`() throws {
      let watched = try Watched(.none)
      let sightings = try watched.window.watchButton(
        AccentColors.light.red, for: .milliseconds(50))
      #expect(sightings.isEmpty)
    }
  }

  @Suite struct `A reader of the clipboard` {
    @Test func `is refused where nobody offers anything`() throws {
      let display = try VirtualDisplay(width: 64, height: 48, windowManager: .none)
      let reader = try SelectionReader(on: display.name)
      #expect(try reader.read("UTF8_STRING") == .refused)
    }

    @Test func `does not wait for ever for an owner that says nothing`() throws {
      let display = try VirtualDisplay(width: 64, height: 48, windowManager: .none)
      let (mute, reader) = (
        try SelectionReader(on: display.name), try SelectionReader(on: display.name)
      )
      mute.takeSelection()
      #expect(throws: ScreenDriverError.timedOut(waitingFor: "the selection's owner")) {
        try reader.read("UTF8_STRING", within: .milliseconds(50))
      }
    }
  }
}
