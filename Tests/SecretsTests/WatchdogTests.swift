import Testing

@testable import Secrets

@Suite struct `A watchdog's timer` {
  /// One that has run out, as the system says.
  private static func overdue() throws -> Watchdog.Timer {
    let timer = try #require(Watchdog.Timer())
    timer.set(to: .nanoseconds(1))
    timer.waitForExpiry()
    return timer
  }

  @Test func `has run out when the system says so, for good`() throws {
    let timer = try Self.overdue()
    #expect(timer.judgeExpiry() == true)
    timer.set(to: nil)
    timer.set(to: .seconds(3600))
    #expect(!timer.isArmed)
  }

  @Test(arguments: [nil, .seconds(3600)] as [Duration?])
  func `has not where it was paused or set anew before that was heard`(next: Duration?) throws {
    let timer = try Self.overdue()
    timer.set(to: nil)
    timer.set(to: next)
    // Else nothing would be waited for below.
    try #require(timer.judgeExpiry() == nil)
    // It counts all the same.
    timer.set(to: .nanoseconds(1))
    #expect(timer.wait())
  }

  @Test func `has not where it was stopped before that was heard`() throws {
    let timer = try Self.overdue()
    timer.stop()
    timer.set(to: .nanoseconds(1))
    #expect(timer.judgeExpiry() == false)
    #expect(!timer.wait())
  }
}
