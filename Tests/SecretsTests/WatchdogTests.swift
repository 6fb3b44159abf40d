import Testing

@testable import Secrets

@Suite struct `Watchdog timer` {
  /// Returns a timer that has expired according to the system.
  private static func overdue() throws -> Watchdog.Timer {
    let timer = try #require(Watchdog.Timer())
    timer.set(to: .nanoseconds(1))
    timer.waitForExpiry()
    return timer
  }

  @Test func `stays expired after the system has reported the expiry`() throws {
    let timer = try Self.overdue()
    #expect(timer.checkExpiry() == true)
    timer.set(to: nil)
    timer.set(to: .seconds(3600))
    #expect(!timer.isArmed)
  }

  @Test(arguments: [nil, .seconds(3600)] as [Duration?])
  func `discards an expiry if it is paused or restarted before the check`(next: Duration?) throws {
    let timer = try Self.overdue()
    timer.set(to: nil)
    timer.set(to: next)
    // Otherwise, the wait below would return immediately.
    try #require(timer.checkExpiry() == nil)
    // The timer still works.
    timer.set(to: .nanoseconds(1))
    #expect(timer.wait())
  }

  @Test func `discards an expiry if it is stopped before the check`() throws {
    let timer = try Self.overdue()
    timer.stop()
    timer.set(to: .nanoseconds(1))
    #expect(timer.checkExpiry() == false)
    #expect(!timer.wait())
  }
}
