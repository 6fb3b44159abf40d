import CX11
import ScreenDriver
import Testing

@testable import Windowing

extension `Window on a display` {
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
