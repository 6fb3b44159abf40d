import CX11
import Motion

extension RunLoop {
  /// Offers a text to other programs. Without anything that a person did there is no time at which
  /// it could begin (ICCCM 2.1 forbids `CurrentTime`), and nothing is offered.
  mutating func copy(_ text: String) {
    if let inputTime { clipboard.own(text, since: inputTime) }
  }

  /// Lets a clipboard manager take over what was copied, so that it outlives the program; the
  /// window is gone meanwhile. Waits no longer than `SelectionOwner.savingPatience`.
  mutating func handClipboardOver() {
    clipboard.beginSaving()
    guard clipboard.isSaving else { return }
    let connection = window.connection
    XUnmapWindow(connection.display, window.id)
    let deadline = MonotonicClock.now + SelectionOwner.savingPatience
    var event = XEvent()
    while clipboard.isSaving, connection.isAlive, MonotonicClock.now < deadline {
      while connection.takeEvent(&event) { _ = clipboard.handle(event, at: MonotonicClock.now) }
      connection.flush()
      guard connection.queuedEventCount == 0, clipboard.isSaving else { continue }
      _ = Readiness.wait(for: [connection.descriptor, -1, -1], until: deadline)
      connection.readEvents()
    }
  }
}
