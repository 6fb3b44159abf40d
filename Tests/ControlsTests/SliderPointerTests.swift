import Controls
import Motion
import Scene
import TestSupport
import Testing

@Suite struct `A slider under a pointer` {
  private typealias Harness = ControlHarness<Slider>

  @Test(arguments: 0...100) func `has its value where the thumb is, both ways`(step: Int) {
    let value = Double(step) / 100
    let shown = Harness(slider: value)
    #expect(shown.thumb == Harness.place(of: value))
    var clicked = Harness(slider: step < 50 ? 1 : 0)
    clicked.click(Harness.place(of: value))
    #expect(clicked.control.value == value)
    clicked.settle()
    #expect(clicked.thumb == Harness.place(of: value))
  }

  @Test func `keeps under the pointer the very spot of the thumb that was gripped`() throws {
    var slider = Harness(slider: 0.5)
    let grip = Harness.place(of: 0.5) + Vector(dx: 5, dy: 2)
    slider.press(at: grip)
    #expect(slider.thumb == Harness.place(of: 0.5) && slider.actions.isEmpty)
    for way in [1.0, 7.25, -30, 44.5] {
      slider.move(to: grip + Vector(dx: way, dy: 30))
      let thumb = try #require(slider.thumb)
      #expect(abs(thumb.x - (208 + way)) < 1e-9 && thumb.y == 64)
    }
    slider.release()
    #expect(slider.control.value == 0.72)
  }

  @Test func `goes to where its track is pressed, by a spring, and can be dragged on from there`() {
    var slider = Harness(slider: 0.1)
    slider.press(at: Harness.place(of: 0.8))
    #expect(slider.changes == [0.8])
    #expect(slider.thumb == Harness.place(of: 0.1), "it does not jump")
    slider.advance(by: .milliseconds(60))
    let early = slider.thumb?.x ?? 0
    #expect(early > 128 && early < 268)
    slider.settle()
    #expect(slider.thumb == Harness.place(of: 0.8))
    slider.move(to: Harness.place(of: 0.85))
    #expect(slider.thumb == Harness.place(of: 0.85) && slider.control.value == 0.85)
  }

  @Test func `stays at its ends where the pointer goes beyond`() {
    var slider = Harness(slider: 0.5)
    slider.press(at: Harness.place(of: 0.5))
    slider.move(to: Point(x: -500, y: 64))
    #expect(slider.control.value == 0 && slider.thumb == Harness.place(of: 0))
    slider.move(to: Point(x: 5000, y: 64))
    #expect(slider.control.value == 1 && slider.thumb == Harness.place(of: 1))
  }

  @Test func `is caught in flight where it is, and chooses nothing until the hand moves`() throws {
    var slider = Harness(slider: 0)
    slider.press(.end)
    slider.advance(by: .milliseconds(50))
    let thumb = try #require(slider.thumb)
    slider.press(at: thumb)
    #expect(slider.thumb == thumb && slider.control.value == 1)
    slider.advance(by: .seconds(1))
    #expect(slider.thumb == thumb, "it is held")
    slider.release()
    #expect(slider.thumb == thumb && slider.control.value == 1)
    slider.settle()
    #expect(slider.thumb == Harness.place(of: 1))
  }

  @Test func `goes back to its default by a double click, wherever that is`() {
    var slider = Harness(slider: 0.9)
    slider.click(Harness.place(of: 0.6))
    slider.advance(by: .milliseconds(190))
    slider.click(Harness.place(of: 0.6))
    #expect(slider.changes == [0.6, 0.2])
    slider.advance(by: .milliseconds(200))
    slider.click(Harness.place(of: 0.6))
    #expect(slider.control.value == 0.6, "a third click begins anew")
  }

  @Test func `takes clicks for single ones that are too slow or too far apart`() {
    var slider = Harness(slider: 0.9)
    slider.click(Harness.place(of: 0.6))
    slider.advance(by: .milliseconds(401))
    slider.click(Harness.place(of: 0.6))
    slider.click(Harness.place(of: 0.8))
    #expect(slider.changes == [0.6, 0.8])
  }

  @Test func `leaves the wheel to the page, over itself and with the focus too`() {
    var slider = Harness(slider: 0.5)
    slider.move(to: Harness.place(of: 0.5))
    let step = ScrollStep(at: slider.pointer, notches: Vector(dx: 0, dy: 1))
    let isHandled = slider.send(.scrolled(step))
    #expect(!isHandled && slider.control.value == 0.5 && slider.actions.isEmpty)
  }

  @Test(arguments: ["Escape", "grab lost", "hidden"])
  func `takes back a drag that is undone, and tells so`(how: String) {
    var slider = Harness(slider: 0.5)
    slider.press(at: Harness.place(of: 0.5))
    slider.move(to: Harness.place(of: 0.7))
    switch how {
    case "Escape": slider.press(.escape)
    case "grab lost": slider.send(.pointerGrabLost)
    default: slider.send(.windowHidden)
    }
    #expect(slider.changes == [0.7, 0.5])
    slider.move(to: Harness.place(of: 0.9))
    slider.release()
    #expect(slider.control.value == 0.5 && !slider.control.isGripped)
  }

  @Test func `tells by the pointer's shape what a press would do`() {
    var slider = Harness(slider: 0.5)
    func shape(_ point: Point) -> PointerShape? {
      slider.control.pointerShape(over: point, at: slider.now)
    }
    #expect(shape(Harness.place(of: 0.5)) == .grab)
    #expect(shape(Harness.place(of: 0.8)) == .hand)
    #expect(shape(Point(x: 99, y: 64)) == nil)
    slider.press(at: Harness.place(of: 0.5))
    #expect(shape(Point(x: 0, y: 0)) == .grabbing)
  }
}
