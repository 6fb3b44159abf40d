import CX11
import Scene
import Testing

@testable import Windowing

@Suite struct `Smooth scrolling` {
  private static let wheel = DeviceClasses(vertical: (120, 1000), horizontal: (-15, 0))
  private let listener = XInputListener(wheel)

  /// Returns an event that moves one axis.
  private func scroll(down value: Double) -> DeviceEvent {
    .scroll(to: [Int(DeviceClasses.verticalNumber): value])
  }
  private func scroll(across value: Double) -> DeviceEvent {
    .scroll(to: [Int(DeviceClasses.horizontalNumber): value])
  }

  @Test func `reports notches by the increment and sign of each axis`() {
    #expect(listener.feed(scroll(down: 1120)) == ["scrolled 0.0 1.0"])
    #expect(listener.feed(scroll(down: 1090)) == ["scrolled 0.0 -0.25"])
    #expect(listener.feed(scroll(across: -15)) == ["scrolled 1.0 0.0"])
    #expect(listener.feed(scroll(across: 0)) == ["scrolled -1.0 0.0"])
  }

  @Test func `unpacks axis values by their mask`() {
    var event = scroll(down: 1240)
    event.valuators[0] = 17
    event.valuators[1] = 18
    event.valuators[2] = 30
    #expect(listener.feed(event) == ["scrolled -2.0 2.0"])
  }

  @Test func `takes the first value of an axis that had none as no distance`() {
    let listener = XInputListener(DeviceClasses(vertical: (120, Double(Int32.min))))
    #expect(listener.feed(scroll(down: 15)) == [])
    #expect(listener.feed(scroll(down: 30)) == ["scrolled 0.0 0.125"])
  }

  @Test func `reports a zero distance when the finger is lifted`() {
    #expect(listener.feed(scroll(down: 1000)) == ["scrolled 0.0 0.0"])
  }

  @Test func `ignores wheel buttons along an axis that the device has`() {
    for number in Int32(4)...7 {
      #expect(listener.feed(.press(number)) == [])
      #expect(listener.feed(.press(number).emulated) == [])
      #expect(listener.feed(.release(number).emulated) == [])
    }
    #expect(listener.feed(scroll(down: 1120).emulated) == ["scrolled 0.0 1.0"])
  }

  @Test func `reports wheel buttons along an axis that the device lacks`() {
    let listener = XInputListener(DeviceClasses(vertical: (120, 0)))
    #expect(listener.feed(.press(5)) == [])
    #expect(listener.feed(.press(7)) == ["scrolled 1.0 0.0"])
    #expect(XInputListener().feed(.press(4)) == ["scrolled 0.0 -1.0"])
  }

  @Test func `requests the axis values when the pointer enters`() {
    #expect(listener.readsAxes(after: .crossing(XI_Enter)))
    #expect(listener.readsAxes(after: .crossing(XI_Enter, mode: XINotifyUngrab)))
    #expect(!listener.readsAxes(after: .crossing(XI_Enter, mode: XINotifyGrab)))
    #expect(!listener.readsAxes(after: .crossing(XI_Enter, detail: XINotifyInferior)))
    #expect(!listener.readsAxes(after: .crossing(XI_Leave)))
    #expect(listener.readsAxes(after: .crossing(XI_Enter).by(pointer: 4)), "a new pointer")
    #expect(!XInputListener().readsAxes(after: .crossing(XI_Enter)), "it has no axes")
  }

  @Test func `neither loses nor adds a notch when the pointer enters`() {
    listener.feed(.crossing(XI_Leave))
    listener.feed(.crossing(XI_Enter))
    // 300 units were scrolled outside the window.
    listener.read(DeviceClasses(vertical: (120, 1300)), at: 200)
    #expect(listener.feed(scroll(down: 1420).sent(at: 200)) == ["scrolled 0.0 1.0"])
  }

  @Test func `counts wheel buttons until the axes are read`() {
    listener.feed(.crossing(XI_Enter))
    // The value in the reply includes a notch that is already on its way.
    listener.read(DeviceClasses(vertical: (120, 1420)), at: 200)
    #expect(listener.feed(scroll(down: 1420).sent(at: 199)) == [])
    #expect(listener.feed(.press(5).emulated.sent(at: 199)) == ["scrolled 0.0 1.0"])
    #expect(listener.feed(scroll(down: 1540).sent(at: 200)) == ["scrolled 0.0 1.0"])
    #expect(listener.feed(.press(5).emulated.sent(at: 200)) == [])
  }

  @Test func `uses the values of the device that currently moves the pointer`() {
    listener.change(to: DeviceClasses(vertical: (15, -40)))
    #expect(listener.feed(scroll(down: -25)) == ["scrolled 0.0 1.0"])
  }

  @Test(arguments: [0, .nan, .infinity] as [Double])
  func `ignores axis changes that are not finite`(increment: Double) {
    let listener = XInputListener(DeviceClasses(vertical: (increment, 0)))
    #expect(listener.feed(scroll(down: 15)) == [])
    let huge = XInputListener(DeviceClasses(vertical: (.leastNonzeroMagnitude, 0)))
    #expect(huge.feed(scroll(down: 1e300)) == [])
  }

  @Test func `continues while a button is down, but not during a touch`() {
    listener.feed(.press(1))
    #expect(listener.feed(scroll(down: 1120)) == ["scrolled 0.0 1.0"])
    listener.feed(.release(1))
    listener.feed(.touch(XI_TouchBegin))
    #expect(listener.feed(scroll(down: 1240)) == [])
    listener.feed(.touch(XI_TouchEnd))
    #expect(listener.feed(scroll(down: 1360)) == ["scrolled 0.0 1.0"])
  }
}
