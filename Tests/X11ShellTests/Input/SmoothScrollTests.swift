import CX11
import CXInput
import Scene
import Testing

@testable import X11Shell

@Suite struct `Smooth scrolling` {
  private static let wheel = DeviceClasses(vertical: (120, 1000), horizontal: (-15, 0))
  private let listener = XInputListener(wheel)

  /// An event that moves the vertical axis, or the horizontal one.
  private func scroll(down value: Double) -> DeviceEvent {
    .scroll(to: [Int(DeviceClasses.verticalNumber): value])
  }
  private func scroll(across value: Double) -> DeviceEvent {
    .scroll(to: [Int(DeviceClasses.horizontalNumber): value])
  }

  @Test func `is told in notches, by the increment and sign of each axis`() {
    #expect(listener.hear(scroll(down: 1120)) == ["scrolled 0.0 1.0"])
    #expect(listener.hear(scroll(down: 1090)) == ["scrolled 0.0 -0.25"])
    #expect(listener.hear(scroll(across: -15)) == ["scrolled 1.0 0.0"])
    #expect(listener.hear(scroll(across: 0)) == ["scrolled -1.0 0.0"])
  }

  @Test func `reads values by the mask that packs them`() {
    var event = scroll(down: 1240)
    event.valuators[0] = 17
    event.valuators[1] = 18
    event.valuators[2] = 30
    #expect(listener.hear(event) == ["scrolled -2.0 2.0"])
  }

  @Test func `tells by no distance at all that the finger was lifted`() {
    #expect(listener.hear(scroll(down: 1000)) == ["scrolled 0.0 0.0"])
  }

  @Test func `is not told again by the wheel's buttons, whichever the server made of which`() {
    for number in Int32(4)...7 {
      #expect(listener.hear(.press(number)) == [])
      #expect(listener.hear(.press(number).emulated) == [])
      #expect(listener.hear(.release(number).emulated) == [])
    }
    #expect(listener.hear(scroll(down: 1120).emulated) == ["scrolled 0.0 1.0"])
  }

  @Test func `is told by buttons along an axis that the device lacks`() {
    let listener = XInputListener(DeviceClasses(vertical: (120, 0)))
    #expect(listener.hear(.press(5)) == [])
    #expect(listener.hear(.press(7)) == ["scrolled 1.0 0.0"])
    #expect(XInputListener().hear(.press(4)) == ["scrolled 0.0 -1.0"])
  }

  @Test func `asks where the axes stand when the pointer has come in`() {
    #expect(listener.wantsReading(after: .crossing(XI_Enter)))
    #expect(listener.wantsReading(after: .crossing(XI_Enter, mode: XINotifyUngrab)))
    #expect(!listener.wantsReading(after: .crossing(XI_Enter, mode: XINotifyGrab)))
    #expect(!listener.wantsReading(after: .crossing(XI_Enter, detail: XINotifyInferior)))
    #expect(!listener.wantsReading(after: .crossing(XI_Leave)))
    #expect(listener.wantsReading(after: .crossing(XI_Enter).by(pointer: 4)), "a new pointer")
    #expect(!XInputListener().wantsReading(after: .crossing(XI_Enter)), "it has no axes")
  }

  @Test func `loses no notch where the pointer comes in, and gains none`() {
    listener.hear(.crossing(XI_Leave))
    listener.hear(.crossing(XI_Enter))
    // Elsewhere, 300 units were scrolled.
    listener.read(DeviceClasses(vertical: (120, 1300)), at: 200)
    #expect(listener.hear(scroll(down: 1420).told(at: 200)) == ["scrolled 0.0 1.0"])
  }

  @Test func `counts the wheel's buttons until the axes were read`() {
    listener.hear(.crossing(XI_Enter))
    // A notch that is on its way already is in the value that the server answers with.
    listener.read(DeviceClasses(vertical: (120, 1420)), at: 200)
    #expect(listener.hear(scroll(down: 1420).told(at: 199)) == [])
    #expect(listener.hear(.press(5).emulated.told(at: 199)) == ["scrolled 0.0 1.0"])
    #expect(listener.hear(scroll(down: 1540).told(at: 200)) == ["scrolled 0.0 1.0"])
    #expect(listener.hear(.press(5).emulated.told(at: 200)) == [])
  }

  @Test func `goes by the values of the device that moves the pointer now`() {
    listener.change(to: DeviceClasses(vertical: (15, -40)))
    #expect(listener.hear(scroll(down: -25)) == ["scrolled 0.0 1.0"])
  }

  @Test(arguments: [0, .nan, .infinity] as [Double])
  func `is finite whatever the device says`(increment: Double) {
    let listener = XInputListener(DeviceClasses(vertical: (increment, 0)))
    #expect(listener.hear(scroll(down: 15)) == [])
    let huge = XInputListener(DeviceClasses(vertical: (.leastNonzeroMagnitude, 0)))
    #expect(huge.hear(scroll(down: 1e300)) == [])
  }

  @Test func `goes on while a button is held, but not under a finger`() {
    listener.hear(.press(1))
    #expect(listener.hear(scroll(down: 1120)) == ["scrolled 0.0 1.0"])
    listener.hear(.release(1))
    listener.hear(.touch(XI_TouchBegin))
    #expect(listener.hear(scroll(down: 1240)) == [])
    listener.hear(.touch(XI_TouchEnd))
    #expect(listener.hear(scroll(down: 1360)) == ["scrolled 0.0 1.0"])
  }
}
