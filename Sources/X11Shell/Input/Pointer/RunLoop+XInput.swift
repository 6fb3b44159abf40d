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
    guard let meaning = translation.translate(event.xcookie) else { return }
    act(on: meaning, event: &event, receivedAt: received, client: &client)
  }
}
