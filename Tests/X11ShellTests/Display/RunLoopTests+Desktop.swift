import CX11
import Scene
import ScreenDriver
import Testing

@testable import X11Shell

extension `A window on a display` {
  @Test func `is twice as large in pixels, and as large otherwise, at twice the scale`() throws {
    let resources = display.connection
    let (_, client) = try run([
      appears,
      { _, _, _ in
        resources.setResources("Xft.dpi: 192\n")
        return true
      },
      { client, _, _ in client.scales.last == 2 },
      { _, onlooker, id in onlooker.pixel(799, 599, of: id) == 0x336699 },
      { client, _, _ in
        resources.setResources(nil)
        return true
      },
      { client, _, _ in client.scales.last == 1 },
    ])
    #expect(client.scales == [1, 2, 1])
    #expect(Set(client.sizes) == [Size(width: 400, height: 300)])
  }

  @Test func `has the scale of its monitor once its first frame is out`() throws {
    let connection = try Connection(to: display.name)
    RandR.setMonitors(on: connection.display, [("MAIN", 0, 1280, 180)])
    let (_, client) = try run([{ client, _, _ in client.scales.last == 1.75 }])
    #expect(client.scales == [1, 1.75])
    #expect(client.sizes.first == client.sizes.last)
  }

  @Test func `tells its client how the desktop is set whenever that changes`() throws {
    var manager: SettingsManager?
    let name = display.name
    let (_, client) = try run([
      appears,
      { _, _, _ in
        manager = try? SettingsManager(at: name, ["Gtk/EnableAnimations": .integer(0)])
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
