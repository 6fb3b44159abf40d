import CX11
import Motion
import X11

extension Window {
  /// Switches from the core pointer to XInput, if the server supports it.
  ///
  /// It takes a round trip, so the first frame does not wait for it. A button that is down during
  /// the switch stays with the core protocol until it is released, so that no event is reported
  /// twice or lost.
  func chooseXInput() {
    guard let xinput = application.xinput else { return }
    keyboard.observePresses()
    translation.xinputStart = xinput.select(on: id)
    translation.pointers = xinput.masterPointers()
  }

  /// Handles an event of the extension.
  ///
  /// - Parameter cookie: The event with its data.
  func handle(_ cookie: XGenericEventCookie, from xinput: XInput, receivedAt received: Instant) {
    if let pointer = translation.pointerToRead(after: cookie) {
      translation.pointers[pointer] = xinput.masterPointers(pointer)[pointer]
    }
    guard let meaning = translation.translate(cookie, receivedAt: received) else { return }
    act(on: meaning, receivedAt: received)
  }

  var hasDeferredReleases: Bool { !translation.deferredReleases.isEmpty }

  /// Delivers the deferred releases, if the next event proves that the user caused them.
  func deliverDeferredReleases(before event: XEvent) {
    guard let xinput = application.xinput,
      EventTranslation.confirmsReleases(event, opcode: xinput.opcode)
    else { return }
    for ending in translation.takeDeferredReleases() {
      act(on: ending.meaning, receivedAt: ending.received)
      frames.recordEvent(receivedAt: ending.received)
    }
  }
}
