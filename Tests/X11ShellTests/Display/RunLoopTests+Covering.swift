import CX11
import ScreenDriver
import Testing

@testable import X11Shell

extension `A window on a display` {
  @Test(arguments: [false, true])
  func `tells that it is covered, unless a compositor may show it all the same`(
    isComposited: Bool
  ) throws {
    let intruder = try Intruder(on: display.name)
    if isComposited { intruder.pretendToBeCompositor() }
    var turns = 20
    let client = try run([
      appears,
      // Until it has asked whether there is one.
      { _, _, _ in
        turns -= 1
        return turns == 0
      },
      { _, onlooker, id in
        intruder.cover()
        onlooker.unmap(id)
        return true
      },
      { client, _, _ in client.events.contains("windowHidden") },
    ]).client
    #expect(client.events.count { $0 == "windowCovered" } == (isComposited ? 0 : 1))
  }
}
