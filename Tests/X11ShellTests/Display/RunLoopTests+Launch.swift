import CX11
import Motion
import Scene
import ScreenDriver
import Testing

@testable import X11Shell

extension `A window on a display` {
  @Test func `rows 8 and 14: tells when a person pressed, and takes the focus that it is offered`()
    throws
  {
    var times: [UInt] = []
    // Of another clock, which is eleven days ahead.
    let start =
      UInt32(truncatingIfNeeded: MonotonicClock.now.nanoseconds / 1_000_000) &+ 1_000_000_000
    let launch = Launch(startupID: StartupID("launcher_TIME\(start)"), session: nil)
    let (_, client) = try run(
      launchedBy: launch,
      [
        appears,
        { [self] _, onlooker, id in
          #expect(onlooker.property(named: UserTime.property, of: id) == [UInt(start)])
          return (try? person { try $0.move(to: PixelPoint(x: 30, y: 40)) }) == true
        },
        { [self] client, _, _ in
          client.events.contains { $0.hasPrefix("pointerMoved") } && person { $0.press() }
        },
        { [self] _, onlooker, id in
          guard let time = onlooker.property(named: UserTime.property, of: id),
            time != [UInt(start)]
          else { return false }
          times = time
          // None holds keys that another window has taken since.
          onlooker.offerFocus(to: id, at: 0)
          onlooker.offerFocus(to: id, at: time[0] &- 1_000_000)
          return person { $0.release() }
        },
        { client, onlooker, id in
          guard client.events.contains(where: { $0.hasPrefix("pointerReleased") }) else {
            return false
          }
          #expect(onlooker.focus != id)
          #expect(onlooker.property(named: UserTime.property, of: id) == times)
          onlooker.offerFocus(to: id, at: times[0])
          return true
        },
        { _, onlooker, id in onlooker.focus == id },
      ])
    #expect(times.count == 1 && times[0] != 0)
    #expect(client.focusChanges.last == true)
  }

  @Test func `row 8: refuses the focus without an error where it is not on the screen`() throws {
    let errors = ProtocolErrors.count
    _ = try run([
      appears,
      { _, onlooker, id in
        onlooker.unmap(id)
        return true
      },
      { client, onlooker, id in
        guard client.events.contains("windowHidden") else { return false }
        onlooker.offerFocus(to: id, at: 1)
        onlooker.send(.wmDeleteWindow, to: id)
        return true
      },
      { client, _, _ in client.closeRequests == 1 },
    ])
    #expect(ProtocolErrors.count == errors)
  }

  @Test func `row 13: names its start, and tells that it is over once it is painted`() throws {
    let listener = try StartupListener(at: display.name)
    let id = #"launcher "1"_TIME4711"#
    let launch = Launch(startupID: StartupID(id), session: nil)
    _ = try run(
      launchedBy: launch,
      [
        { _, onlooker, window in
          guard let word = try? listener.nextMessage(within: .zero) else { return false }
          #expect(word == #"remove: ID="launcher \"1\"_TIME4711""#)
          #expect(onlooker.pixel(5, 5, of: window) == 0x336699)
          let name = onlooker.property(named: "_NET_STARTUP_ID", of: window)
          #expect(name?.map { UInt8($0) } == Array(id.utf8))
          #expect(onlooker.property(named: UserTime.property, of: window) == [4711])
          return true
        }
      ])
  }

  @Test func `row 5: has a leader beside it in a session, which has the session's id`() throws {
    let session = SessionInvitation(addresses: "local/nowhere:/none", previousID: "10old")
    _ = try run(
      launchedBy: Launch(startupID: nil, session: session),
      [
        { _, onlooker, window in
          guard onlooker.isViewable(window) else { return false }
          let leader = onlooker.property(.wmClientLeader, of: window)?.first ?? window
          #expect(leader != window)
          #expect(onlooker.property(.wmClientLeader, of: leader) == [leader])
          let id = onlooker.property(named: "SM_CLIENT_ID", of: leader)
          #expect(id?.map { UInt8($0) } == Array("10old".utf8))
          return true
        }
      ])
  }
}
