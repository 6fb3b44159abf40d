import CX11
import Scene
import ScreenDriver
import Testing

@testable import Windowing
@testable import X11

extension `Window on a display` {
  @Test func `doubles its pixel size and keeps its logical size at twice the scale`() throws {
    let resources = display.connection
    let (_, client) = try run([
      appears,
      { _, _, _ in
        resources.setResources("Xft.dpi: 192\n")
        return true
      },
      { client, _, _ in client.scales.last == 2 },
      { _, observer, id in observer.pixel(799, 599, of: id) == 0x336699 },
      { client, _, _ in
        resources.setResources(nil)
        return true
      },
      { client, _, _ in client.scales.last == 1 },
    ])
    #expect(client.scales == [1, 2, 1])
    #expect(Set(client.sizes) == [Size(width: 400, height: 300)])
  }

  @Test func `uses the scale of its monitor after the first frame`() throws {
    let connection = try Connection(to: display.name)
    RandR.setMonitors(on: connection.display, [("MAIN", 0, 1280, 180)])
    let (_, client) = try run([{ client, _, _ in client.scales.last == 1.75 }])
    #expect(client.scales == [1, 1.75])
    #expect(client.sizes.first == client.sizes.last)
  }

  @Test func `reports each change of the desktop settings to its content`() throws {
    var manager: FakeXSettingsManager?
    let name = display.name
    let (_, client) = try run([
      appears,
      { _, _, _ in
        manager = try? FakeXSettingsManager(at: name, ["Gtk/EnableAnimations": .integer(0)])
        return manager != nil
      },
      { client, _, _ in client.settings.last?.allowsMotion == false },
      { client, _, _ in
        manager = nil
        return true
      },
      { client, _, _ in client.settings.last == DesktopSettings() },
    ])
    #expect(client.settings.count == 2)
  }
}
