import CX11
import CXInput
import Motion

extension RunLoop {
  /// Switches from the core pointer to XInput, if the server supports it.
  ///
  /// It takes a few round trips, so the first frame does not wait for it. A button that is down
  /// during the switch stays with the core protocol until it is released, so that no event is
  /// reported twice or lost.
  mutating func chooseXInput() {
    guard let xinput = XInput(on: window.connection) else { return }
    self.xinput = xinput
    keyboardGrab.policy.observesOutsidePresses = true
    translation.xinputStart = xinput.select(on: window.id)
    translation.pointers = xinput.masterPointers()
  }

  /// Handles an extension event.
  mutating func genericEvent(
    _ event: inout XEvent, receivedAt received: Instant, to client: inout some WindowDelegate & ~Copyable
  ) {
    let display = window.connection.display
    guard let xinput, event.xcookie.extension == xinput.opcode, XGetEventData(display, &event.xcookie) != 0
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
  /// Delivers the deferred releases, if the next event proves that the user caused them.
  mutating func deliverDeferredReleases(
    before event: XEvent, to client: inout some WindowDelegate & ~Copyable
  ) {
    guard !translation.deferredReleases.isEmpty, let xinput,
      EventTranslation.confirmsReleases(event, opcode: xinput.opcode)
    else { return }
    var none = XEvent()
    for ending in translation.takeDeferredReleases() {
      act(on: ending.meaning, event: &none, receivedAt: ending.received, client: &client)
      oldestPendingEventTime = min(oldestPendingEventTime, ending.received)
    }
  }
}

extension X11Window {
  /// Makes the server send the window an event without meaning, as a reply that need not be
  /// awaited. No other client receives it.
  func sendNoOpEvent() {
    var event = XEvent()
    event.xclient.type = ClientMessage
    event.xclient.window = id
    event.xclient.message_type = connection.atoms[.null]
    event.xclient.format = 8
    XSendEvent(connection.display, id, False, NoEventMask, &event)
  }
}
