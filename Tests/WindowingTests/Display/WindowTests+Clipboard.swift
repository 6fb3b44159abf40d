import CX11
import Scene
import ScreenDriver
import Testing

@testable import Windowing
@testable import X11

extension `Window on a display` {
  /// Returns a step that copies a text after a click.
  private func copies(
    _ text: String
  ) -> (ScriptedWindow, Observer, WindowID) -> Bool {
    { [self] client, _, _ in
      guard client.events.contains(where: { $0.hasPrefix("pointerReleased") }) else {
        _ = try? simulate { try $0.click(at: PixelPoint(x: 5, y: 5)) }
        return false
      }
      client.effects = [.offer(DataProvider(text: text), in: .clipboard)]
      return true
    }
  }

  @Test func `offers copied data to other clients`() throws {
    let reader = try SelectionReader(on: display.name)
    var answer: SelectionReply?
    _ = try run([
      appears, copies("copied"),
      does { _, _, _ in reader.request("UTF8_STRING") },
      { _, _, _ in
        answer = reader.replies()?.first
        return answer != nil
      },
    ])
    #expect(answer?.text == "copied")
  }

  @Test func `offers nothing before the first user action`() throws {
    let reader = try SelectionReader(on: display.name)
    var answer: SelectionReply?
    _ = try run([
      does { client, _, _ in client.effects = [.offer(DataProvider(text: "copied"), in: .clipboard)] },
      does { _, _, _ in reader.request("UTF8_STRING") },
      { _, _, _ in
        answer = reader.replies()?.first
        return answer != nil
      },
    ])
    #expect(answer == .refused)
  }

  @Test func `ignores structure events of a requestor window`() throws {
    let observer = try Observer(at: display.name)
    var reader: SelectionReader? = try SelectionReader(on: display.name)
    let (_, client) = try run([
      appears, copies(ClipboardFixture.longText),
      does { _, _, _ in reader?.request("UTF8_STRING") },
      { [self] _, _, _ in
        guard let window = reader?.xid, reader?.replies() == nil, isObserved(window) else {
          return false
        }
        // The server reports size, mapping and destruction to the client that sends data to the
        // window.
        observer.resize(window, width: 77, height: 66)
        observer.map(window)
        observer.unmap(window)
        reader = nil
        return true
      },
      does { _, observer, id in observer.send(.netWMPing, to: id) },
      { _, observer, id in observer.receivedPong(of: id) },
    ])
    #expect(client.sizes.count == 1)
    #expect(client.closeRequests == 0)
    #expect(!client.events.contains("windowHidden"))
  }

  /// Returns whether a client other than the owner selects structure events of the window.
  private func isObserved(_ window: WindowID) -> Bool {
    guard let display = XOpenDisplay(display.name) else { return false }
    defer { XCloseDisplay(display) }
    var attributes = XWindowAttributes()
    XGetWindowAttributes(display, window, &attributes)
    return attributes.all_event_masks & StructureNotifyMask != 0
  }

  @Test func `row 35: exits soon when the clipboard manager does not reply`() throws {
    let manager = try FakeClipboardManager(on: display.name)
    var began = ContinuousClock.now
    let (status, _) = try run([appears, copies("copied"), does { _, _, _ in began = .now }])
    #expect(status == 0 && began.duration(to: .now) >= SelectionOwner.clipboardManagerTimeout)
    #expect(manager.text == nil)
  }
}
