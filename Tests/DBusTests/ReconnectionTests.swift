import DBus
import Motion
import Testing

@Suite struct `Reconnection to a bus` {
  @Test func `starts with the shortest pause again after a connection of a minute`() {
    var reconnection = Reconnection()
    var now = Instant.zero
    var pauses: [Duration] = []
    for duration in [0, 59, 0, 60, 59, 600] {
      reconnection.connected(at: now)
      #expect(reconnection.next == nil)
      now = now + .seconds(duration)
      reconnection.lost(at: now)
      pauses.append(now.duration(to: reconnection.next ?? now))
      now = reconnection.next ?? now
    }
    #expect(pauses == [1, 2, 4, 1, 2, 1].map { .seconds($0) })
  }
}
