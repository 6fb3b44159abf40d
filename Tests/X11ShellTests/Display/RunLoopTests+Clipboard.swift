import CX11
import Scene
import ScreenDriver
import Testing

@testable import X11Shell

extension `A window on a display` {
  /// The step at which a text was copied by a click.
  private func copies(
    _ text: String
  ) -> (inout ScriptedClient, Onlooker, Window) -> Bool {
    { [self] client, _, _ in
      guard client.events.contains(where: { $0.hasPrefix("pointerReleased") }) else {
        _ = try? person { try $0.click(at: PixelPoint(x: 5, y: 5)) }
        return false
      }
      client.effects = [.offer(DataOffer(text: text), in: .clipboard)]
      return true
    }
  }

  @Test func `offers what is copied to other programs`() throws {
    let reader = try SelectionReader(on: display.name)
    var answer: SelectionAnswer?
    _ = try run([
      appears, copies("copied"),
      { _, _, _ in
        reader.ask(for: "UTF8_STRING")
        return true
      },
      { _, _, _ in
        answer = reader.answers()?.first
        return answer != nil
      },
    ])
    #expect(answer?.text == "copied")
  }

  @Test func `offers nothing before a person has done anything`() throws {
    let reader = try SelectionReader(on: display.name)
    var answer: SelectionAnswer?
    _ = try run([
      { client, _, _ in
        client.effects = [.offer(DataOffer(text: "copied"), in: .clipboard)]
        return true
      },
      { _, _, _ in
        reader.ask(for: "UTF8_STRING")
        return true
      },
      { _, _, _ in
        answer = reader.answers()?.first
        return answer != nil
      },
    ])
    #expect(answer == .refused)
  }

  @Test func `takes nothing that happens to a window that it copies to for its own`() throws {
    let onlooker = try Onlooker(at: display.name)
    var reader: SelectionReader? = try SelectionReader(on: display.name)
    let errors = ProtocolErrors.count
    let (_, client) = try run([
      appears, copies(ClipboardDesk.longText),
      { _, _, _ in
        reader?.ask(for: "UTF8_STRING")
        return true
      },
      { [self] _, _, _ in
        guard let window = reader?.window, reader?.answers() == nil, hears(window) else {
          return false
        }
        // Its size, its appearance and its end are told to who sends it something.
        onlooker.resize(window, width: 77, height: 66)
        onlooker.map(window)
        onlooker.unmap(window)
        reader = nil
        return true
      },
      { _, onlooker, id in
        onlooker.send(.netWMPing, to: id)
        return true
      },
      { _, onlooker, id in onlooker.heardPong(of: id) },
    ])
    #expect(client.sizes.count == 1)
    #expect(client.closeRequests == 0)
    #expect(!client.events.contains("windowHidden"))
    #expect(ProtocolErrors.count == errors)
  }

  /// Whether anybody but its owner hears of the window's fate.
  private func hears(_ window: Window) -> Bool {
    guard let display = XOpenDisplay(display.name) else { return false }
    defer { XCloseDisplay(display) }
    var attributes = XWindowAttributes()
    XGetWindowAttributes(display, window, &attributes)
    return attributes.all_event_masks & StructureNotifyMask != 0
  }

  @Test func `row 35: ends soon though a clipboard manager says nothing`() throws {
    let manager = try ClipboardManager(on: display.name)
    var began = ContinuousClock.now
    let (status, _) = try run([
      appears, copies("copied"),
      { _, _, _ in
        began = .now
        return true
      },
    ])
    let elapsed = began.duration(to: .now)
    #expect(status == 0)
    // Real time, since the law is about it.
    #expect(elapsed >= SelectionOwner.savingPatience && elapsed < .seconds(3))
    #expect(manager.text == nil)
  }

  @Test func `ends at once where there is no clipboard manager`() throws {
    var began = ContinuousClock.now
    _ = try run([
      appears, copies("copied"),
      { _, _, _ in
        began = .now
        return true
      },
    ])
    #expect(began.duration(to: .now) < SelectionOwner.savingPatience)
  }
}
