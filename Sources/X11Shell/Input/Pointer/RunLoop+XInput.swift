import CX11
import CXInput
import Motion

extension RunLoop {
  /// Changes over from the core protocol's pointer to XInput's, where the server has it.
  ///
  /// It takes a few round trips, which is why the first frame does not wait for it. A button that is
  /// down meanwhile stays with the core protocol until it is let go, so that nothing is told twice
  /// or not at all.
  mutating func chooseXInput() {
    guard let xinput = XInput(on: window.connection) else { return }
    self.xinput = xinput
    keyboardGrab.claim.hearsPresses = true
    translation.xinputStart = xinput.select(on: window.id)
    translation.pointers = xinput.masterPointers()
  }

  /// Answers an event of an extension.
  mutating func genericEvent(
    _ event: inout XEvent, receivedAt received: Instant,
    to client: inout some WindowClient & ~Copyable
  ) {
    let display = window.connection.display
    guard let xinput, event.xcookie.extension == xinput.opcode,
      XGetEventData(display, &event.xcookie) != 0
    else { return }
    defer { XFreeEventData(display, &event.xcookie) }
    if let pointer = translation.pointerToRead(after: event.xcookie) {
      translation.pointers[pointer] = xinput.masterPointers(pointer)[pointer]
    }
    guard let meaning = translation.translate(event.xcookie, receivedAt: received) else { return }
    act(on: meaning, event: &event, receivedAt: received, client: &client)
  }
}

extension RunLoop {
  /// Tells of the ends of presses that were kept back, where the next event proves them.
  mutating func tellEndings(
    before event: XEvent, to client: inout some WindowClient & ~Copyable
  ) {
    guard !translation.endings.isEmpty, let xinput,
      EventTranslation.provesEndings(event, opcode: xinput.opcode)
    else { return }
    var none = XEvent()
    for ending in translation.takeEndings() {
      act(on: ending.meaning, event: &none, receivedAt: ending.received, client: &client)
      newsSince = min(newsSince, ending.received)
    }
  }
}

extension X11Window {
  /// Has the server send the window an event that means nothing, as an answer that need not be
  /// waited for; no other client is told.
  func sendItselfNothing() {
    var event = XEvent()
    event.xclient.type = ClientMessage
    event.xclient.window = id
    event.xclient.message_type = connection.atoms[.null]
    event.xclient.format = 8
    XSendEvent(connection.display, id, False, NoEventMask, &event)
  }
}
