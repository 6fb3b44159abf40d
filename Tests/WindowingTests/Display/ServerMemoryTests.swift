import Scene
import ScreenDriver
import Testing

@testable import Windowing
@testable import X11

@Suite(.serialized) struct `Server without memory` {
  @Test func `gets frames from a buffer in the memory of the program`() throws {
    let display = try VirtualDisplay(width: 3200, height: 3200, windowManager: .none)
    let observer = try Observer(at: display.name)
    let application = try Application.test(on: Connection(to: display.name), scale: 1, usesBus: false)
    let client = ScriptedWindow(wakeSource: try WakeSource(), script: [])
    var failure: (any Error)?
    try application.run(client) { window in
      let id = window.id
      client.script = [
        { _ in observer.isViewable(id) && observer.pixel(5, 5, of: id) == 0x336699 },
        { _ in
          // Less than the 36 MB of the pixmap, but enough for requests with pixels.
          do { try display.limitMemory(toFurther: 24 << 20) } catch { failure = error }
          observer.resize(id, width: 3000, height: 3000)
          return true
        },
        { client in client.sizes.last == Size(width: 3000, height: 3000) },
        { _ in observer.pixel(2999, 2999, of: id) == 0x336699 },
        { client in
          client.color = 0xFF_996633
          return true
        },
        { _ in observer.pixel(2999, 2999, of: id) == 0x996633 },
      ]
    }
    #expect(failure == nil && client.script.isEmpty && client.exitStatus == 0)
    #expect(application.connection.lastFailedAllocation > 0)
    #expect(application.connection.errorCount == 0)
  }
}
