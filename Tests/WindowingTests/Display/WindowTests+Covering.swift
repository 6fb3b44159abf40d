import CX11
import ScreenDriver
import Testing

@testable import Windowing

extension `Window on a display` {
  /// Any client can send any event.
  @Test func `accepts no report of another client that it is covered`() throws {
    let client = try run([
      appears,
      { client, _, _ in client.appearances == 1 },
      does { _, observer, id in
        var covered = XEvent()
        covered.xvisibility.type = VisibilityNotify
        covered.xvisibility.state = VisibilityFullyObscured
        observer.forge(covered, mask: VisibilityChangeMask, to: id)
      },
      does { client, _, _ in client.color = 0xFF_996633 },
      { _, observer, id in observer.pixel(5, 5, of: id) == 0x996633 },
    ]).client
    #expect(!client.events.contains("windowObscured"))
  }

  @Test(arguments: [false, true])
  func `reports that it is covered, unless a compositor is running`(
    isComposited: Bool
  ) throws {
    let attacker = try HostileClient(on: display.name)
    if isComposited { attacker.pretendToBeCompositor() }
    var remaining = 20
    let client = try run([
      appears,
      // Until it has queried whether there is a compositor.
      { _, _, _ in
        remaining -= 1
        return remaining == 0
      },
      does { _, observer, id in
        attacker.cover()
        observer.unmap(id)
      },
      { client, _, _ in client.events.contains("windowHidden") },
    ]).client
    #expect(client.events.count { $0 == "windowObscured" } == (isComposited ? 0 : 1))
  }
}
