import CX11
import Scene
import ScreenDriver
import Testing

@testable import Windowing
@testable import X11

extension `Window on a display` {
  @Test func `uses the scale of its monitor after the first frame`() throws {
    let connection = try Connection(to: display.name)
    RandR.setMonitors(on: connection.display, [("MAIN", 0, 1280, 180)])
    let (_, client) = try run([{ client, _, _ in client.scales.last == 1.75 }])
    #expect(client.scales == [1, 1.75])
    #expect(client.sizes.first == client.sizes.last)
  }
}
