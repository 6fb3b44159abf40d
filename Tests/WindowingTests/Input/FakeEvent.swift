import CX11

/// Events as the server would send them.
enum FakeEvent {
  static func motion(_ x: Int32, _ y: Int32, state: Int32 = 0) -> XEvent {
    var event = XEvent()
    event.xmotion.type = MotionNotify
    (event.xmotion.x, event.xmotion.y, event.xmotion.time) = (x, y, 7)
    event.xmotion.state = UInt32(state)
    return event
  }

  static func button(
    _ type: Int32, _ number: UInt32, at point: (x: Int32, y: Int32) = (0, 0), state: Int32 = 0
  ) -> XEvent {
    var event = XEvent()
    event.xbutton.type = type
    (event.xbutton.button, event.xbutton.time) = (number, 7)
    (event.xbutton.x, event.xbutton.y) = point
    event.xbutton.state = UInt32(state)
    return event
  }

  static func crossing(
    _ type: Int32, mode: Int32 = NotifyNormal, detail: Int32 = NotifyNonlinear, state: Int32 = 0,
    hasFocus: Bool = false
  ) -> XEvent {
    var event = XEvent()
    event.xcrossing.type = type
    (event.xcrossing.mode, event.xcrossing.detail) = (mode, detail)
    (event.xcrossing.x, event.xcrossing.y) = (3, 4)
    event.xcrossing.state = UInt32(state)
    event.xcrossing.focus = hasFocus ? True : False
    return event
  }

  static func focus(
    _ type: Int32, mode: Int32 = NotifyNormal, detail: Int32 = NotifyNonlinear
  ) -> XEvent {
    var event = XEvent()
    event.xfocus.type = type
    (event.xfocus.mode, event.xfocus.detail) = (mode, detail)
    return event
  }

  static func message(_ type: Atom, _ first: Atom, format: Int32 = 32) -> XEvent {
    var event = XEvent()
    event.xclient.type = ClientMessage
    (event.xclient.message_type, event.xclient.format) = (type, format)
    event.xclient.data.l.0 = Int(truncatingIfNeeded: first)
    event.xclient.send_event = True
    return event
  }

  static func of(_ type: Int32) -> XEvent {
    var event = XEvent()
    event.type = type
    return event
  }
}
