import CX11
import Motion
import Scene
import ScreenDriver
import Testing

@testable import Windowing
@testable import X11

extension `Window on a display` {
  @Test func `rows 8 and 14: sets the time of user input, and accepts the offered focus`()
    throws
  {
    var times: [UInt] = []
    // Of another clock, which is eleven days ahead.
    let start =
      UInt32(truncatingIfNeeded: MonotonicClock.now.nanoseconds / 1_000_000) &+ 1_000_000_000
    let startupID = StartupID("launcher_TIME\(start)")
    let (_, client) = try run(
      startupID: startupID,
      [
        appears,
        { [self] _, observer, id in
          #expect(observer.property(named: "_NET_WM_USER_TIME", of: id) == [UInt(start)])
          return (try? simulate { try $0.move(to: PixelPoint(x: 30, y: 40)) }) == true
        },
        { [self] client, _, _ in
          client.events.contains { $0.hasPrefix("pointerMoved") } && simulate { $0.press() }
        },
        { [self] _, observer, id in
          guard let time = observer.property(named: "_NET_WM_USER_TIME", of: id),
            time != [UInt(start)]
          else { return false }
          times = time
          // Neither offer may take the keyboard from a window that got it later.
          observer.offerFocus(to: id, at: 0)
          // Server times have 32 bits, and begin at the start of the machine.
          observer.offerFocus(to: id, at: UInt(UInt32(truncatingIfNeeded: time[0]) &- 1_000_000))
          return simulate { $0.release() }
        },
        { client, observer, id in
          guard client.events.contains(where: { $0.hasPrefix("pointerReleased") }) else {
            return false
          }
          #expect(observer.focus != id)
          #expect(observer.property(named: "_NET_WM_USER_TIME", of: id) == times)
          observer.offerFocus(to: id, at: times[0])
          return true
        },
        { _, observer, id in observer.focus == id },
      ])
    #expect(times.count == 1 && times[0] != 0)
    #expect(client.focusChanges.last == true)
  }

  @Test func `row 8: declines the focus without an error while it is not on the screen`() throws {
    _ = try run([
      appears,
      does { _, observer, id in observer.unmap(id) },
      { client, observer, id in
        guard client.events.contains("windowHidden") else { return false }
        observer.offerFocus(to: id, at: 1)
        observer.send(.wmDeleteWindow, to: id)
        return true
      },
      { client, _, _ in client.closeRequests == 1 },
    ])
  }

  @Test func `row 13: sets its startup id, and reports the end of startup after painting`() throws {
    let listener = try StartupNotificationListener(at: display.name)
    let id = #"launcher "1"_TIME4711"#
    let startupID = StartupID(id)
    _ = try run(
      startupID: startupID,
      [
        { _, observer, window in
          guard let message = try? listener.nextMessage(within: .zero) else { return false }
          #expect(message == #"remove: ID="launcher \"1\"_TIME4711""#)
          #expect(observer.pixel(5, 5, of: window) == 0x336699)
          let name = observer.property(named: "_NET_STARTUP_ID", of: window)
          #expect(name?.map { UInt8($0) } == Array(id.utf8))
          #expect(observer.property(named: "_NET_WM_USER_TIME", of: window) == [4711])
          return true
        }
      ])
  }
}
