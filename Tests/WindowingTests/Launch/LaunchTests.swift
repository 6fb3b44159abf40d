import CX11
import Glibc
import ScreenDriver
import Testing

@testable import Windowing
@testable import X11

@Suite struct `Startup id` {
  @Test(arguments: [
    ("gnome-shell/Tactile/12-3-host_TIME98765", 98765), ("a_TIME1_TIME4294967295", 4_294_967_295),
  ])
  func `row 13: has the time of the start at its end`(text: String, time: UInt32) {
    #expect(StartupID(text)?.userTime == ServerTime(milliseconds: time))
  }

  @Test(arguments: [
    "launcher", "a_TIME", "a_TIME0", "a_TIME-1", "a_TIME+1", "a_TIME12b", "a_TIME4294967296",
    "_TIME7_TIMEx", "a_TIME٣",
  ])
  func `row 13: has no time without a valid suffix`(text: String) throws {
    #expect(try #require(StartupID(text)).userTime == nil)
  }

  @Test(arguments: [
    "", "a\nb", "a\u{7F}", "a\u{FFFD}_TIME1", String(repeating: "x", count: 1025),
  ])
  func `row 13: is rejected if it is malformed`(text: String) {
    #expect(StartupID(text) == nil)
  }

  @Test func `row 13: is quoted, terminated and split into chunks of 20 bytes`() throws {
    let message = StartupMessage(removing: try #require(StartupID("a \"b\\c é\"\u{301}")))
    #expect(message.bytes == Array("remove: ID=\"a \\\"b\\\\c é\\\"\u{301}\"".utf8))
    #expect(message.chunks.allSatisfy { $0.count == 20 })
    let whole = message.chunks.flatMap { $0 }
    #expect(whole.prefix { $0 != 0 } == message.bytes[...])
    #expect(whole.count == message.bytes.count / 20 * 20 + 20)
  }

  @Test(arguments: 8...48)
  func `row 13: ends with a zero byte at any length`(length: Int) throws {
    let id = try #require(StartupID(String(repeating: "x", count: length)))
    let chunks = StartupMessage(removing: id).chunks
    #expect(chunks.last?.last == 0)
    #expect(chunks.dropLast().allSatisfy { !$0.contains(0) })
  }
}

@Suite(.serialized) struct `Launch environment` {
  @Test func `row 13: removes its startup id, so that child processes do not inherit them`() {
    setenv("DESKTOP_STARTUP_ID", "x_TIME5", 1)
    #expect(StartupID.takeFromEnvironment() == StartupID("x_TIME5"))
    #expect(getenv("DESKTOP_STARTUP_ID") == nil)
    #expect(StartupID.takeFromEnvironment() == nil)
  }
}

@Suite struct `User time` {
  private func time(_ milliseconds: UInt32) -> ServerTime { ServerTime(milliseconds: milliseconds) }

  @Test func `row 14: is published once, with the newest time only`() {
    var time = UserTime()
    for milliseconds in [5, 7, 6] as [UInt32] { time.record(self.time(milliseconds)) }
    #expect(time.take() == self.time(7))
    #expect(time.take() == nil)
    time.record(self.time(7))
    #expect(time.take() == nil)
  }

  @Test func `row 14: is never 0, which means the current time`() {
    var time = UserTime()
    time.record(self.time(0))
    #expect(time.take() == nil)
  }

  @Test func `row 14: continues after the server clock wraps`() {
    var time = UserTime()
    for milliseconds in [.max - 5, 3, .max - 4] as [UInt32] { time.record(self.time(milliseconds)) }
    #expect(time.take() == self.time(3))
  }
}
