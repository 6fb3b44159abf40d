import CX11
import CXInput
import Scene

/// The common fields of core and XInput pointer events.
struct PointerReport {
  /// The position in logical pixels of the window.
  let position: Point
  /// The buttons that were down before the event, as in the `state` of a core event.
  let buttons: UInt32
  let modifiers: Modifiers
  /// The server time, in milliseconds.
  let time: UInt
}

extension PointerReport {
  init(_ event: XMotionEvent, scale: Double) {
    self.init(x: event.x, y: event.y, scale: scale, state: event.state, time: event.time)
  }

  init(_ event: XButtonEvent, scale: Double) {
    self.init(x: event.x, y: event.y, scale: scale, state: event.state, time: event.time)
  }

  init(_ event: XCrossingEvent, scale: Double) {
    self.init(x: event.x, y: event.y, scale: scale, state: event.state, time: event.time)
  }

  init(_ event: XIDeviceEvent, scale: Double) {
    position = Point(x: event.event_x / scale, y: event.event_y / scale)
    buttons = event.buttons.coreState
    modifiers = Modifiers(state: UInt32(truncatingIfNeeded: event.mods.effective))
    time = event.time
  }

  init(_ event: XIEnterEvent, scale: Double) {
    position = Point(x: event.event_x / scale, y: event.event_y / scale)
    buttons = event.buttons.coreState
    modifiers = Modifiers(state: UInt32(truncatingIfNeeded: event.mods.effective))
    time = event.time
  }

  private init(x: Int32, y: Int32, scale: Double, state: UInt32, time: Time) {
    position = Point(x: Double(x) / scale, y: Double(y) / scale)
    buttons = state
    modifiers = Modifiers(state: state)
    self.time = time
  }
}

extension XIButtonState {
  /// The first buttons in the format of a core event's `state`. Here number 1 is the bit of the
  /// value 2, there it is `Button1Mask`.
  fileprivate var coreState: UInt32 {
    guard let mask, mask_len > 0 else { return 0 }
    return UInt32(mask[0] & 0b1111_1110) << 7
  }
}
