import ControlTestSupport
import Controls
import Motion
import Scene
import TestSupport
import Testing

@Suite struct `Slider pointer input` {
  private typealias Harness = ControlHarness<Slider>

  @Test(arguments: 0...100) func `maps values to thumb positions and back`(step: Int) {
    let value = Double(step) / 100
    let slider = Harness(slider: value)
    #expect(slider.thumb == Harness.point(of: value))
    var clicked = Harness(slider: step < 50 ? 1 : 0)
    clicked.click(Harness.point(of: value))
    #expect(clicked.control.value == value)
    clicked.settle()
    #expect(clicked.thumb == Harness.point(of: value))
  }

  @Test func `animates to a press on the track and can be dragged from there`() {
    var slider = Harness(slider: 0.1)
    slider.press(at: Harness.point(of: 0.8))
    #expect(slider.changes == [0.8])
    #expect(slider.thumb == Harness.point(of: 0.1), "it does not jump")
    slider.advance(by: .milliseconds(60))
    let early = slider.thumb?.x ?? 0
    #expect(early > 128 && early < 268)
    slider.settle()
    #expect(slider.thumb == Harness.point(of: 0.8))
    slider.move(to: Harness.point(of: 0.85))
    #expect(slider.thumb == Harness.point(of: 0.85) && slider.control.value == 0.85)
  }

  @Test func `stops at the current position when pressed and keeps its value until moved`() throws {
    var slider = Harness(slider: 0)
    slider.press(.end)
    slider.advance(by: .milliseconds(50))
    let thumb = try #require(slider.thumb)
    slider.press(at: thumb)
    #expect(slider.thumb == thumb && slider.control.value == 1)
    slider.advance(by: .seconds(1))
    #expect(slider.thumb == thumb, "it is pressed")
    slider.release()
    #expect(slider.thumb == thumb && slider.control.value == 1)
    slider.settle()
    #expect(slider.thumb == Harness.point(of: 1))
  }

  @Test func `ignores the wheel, also while hovered and focused`() {
    var slider = Harness(slider: 0.5)
    slider.move(to: Harness.point(of: 0.5))
    let step = ScrollEvent(at: slider.pointer, notches: Vector(dx: 0, dy: 1))
    let isHandled = slider.send(.scrolled(step))
    #expect(!isHandled && slider.control.value == 0.5 && slider.actions.isEmpty)
  }

  @Test(arguments: ["Escape", "grab lost", "hidden"])
  func `reverts a cancelled drag and reports the change`(cause: String) {
    var slider = Harness(slider: 0.5)
    slider.press(at: Harness.point(of: 0.5))
    slider.move(to: Harness.point(of: 0.7))
    switch cause {
    case "Escape": slider.press(.escape)
    case "grab lost": slider.send(.pointerGrabLost)
    default: slider.send(.windowHidden)
    }
    #expect(slider.changes == [0.7, 0.5])
    slider.move(to: Harness.point(of: 0.9))
    slider.release()
    #expect(slider.control.value == 0.5 && !slider.control.isDragging)
  }

  @Test func `indicates the effect of a press by the pointer shape`() {
    var slider = Harness(slider: 0.5)
    func shape(_ point: Point) -> PointerShape? {
      slider.control.pointerShape(over: point, at: slider.now)
    }
    #expect(shape(Harness.point(of: 0.5)) == .grab)
    #expect(shape(Harness.point(of: 0.8)) == .hand)
    #expect(shape(Point(x: 99, y: 64)) == nil)
    slider.press(at: Harness.point(of: 0.5))
    #expect(shape(Point(x: 0, y: 0)) == .grabbing)
  }
}
