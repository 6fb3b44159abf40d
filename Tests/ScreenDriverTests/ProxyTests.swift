import ScreenDriver
import Testing

extension `Screen driver` {
  @Suite struct `Protocol proxy` {
    @Test func `counts requests, replies and bytes`() throws {
      let display = try VirtualDisplay(width: 64, height: 48, windowManager: .none)
      let proxy = try ProtocolProxy(to: display.name)
      #expect(proxy.traffic() == nil)
      let connection = try DisplayConnection(to: proxy.name)
      let before = try #require(proxy.traffic())
      _ = connection.pointerPosition
      let query = try #require(proxy.traffic()).since(before)
      // QueryPointer between the two synchronizations of an attempt.
      #expect(query.requests.map(\.opcode) == [43, 38, 43])
      #expect(query.replyCount == 3 && query.errors.isEmpty)
      #expect(query.requests.map(\.byteCount) == [4, 8, 4] && query.byteCount == 16)
    }

    @Test(arguments: [false, true])
    func `reports extensions, or hides them`(isHiding: Bool) throws {
      let display = try VirtualDisplay(width: 64, height: 48, windowManager: .none)
      let proxy = try ProtocolProxy(
        to: display.name, ProtocolProxy.Options(hiding: isHiding ? .named(["XTEST"]) : .none))
      let connection = try DisplayConnection(to: proxy.name)
      #expect(connection.has("XTEST") == !isHiding)
      #expect(connection.has("RENDER"))
    }

    @Test func `records errors of the server`() throws {
      let display = try VirtualDisplay(width: 64, height: 48, windowManager: .none)
      let proxy = try ProtocolProxy(to: display.name)
      let connection = try DisplayConnection(to: proxy.name)
      connection.sendInvalidKillClient()
      // BadValue for KillClient.
      #expect(proxy.errors.map(\.code) == [2])
      #expect(proxy.errors.map(\.opcode) == [113])
    }

    @Test(arguments: [false, true])
    func `delays each direction over a Unix socket and over TCP`(isOverTCP: Bool) throws {
      let display = try VirtualDisplay(width: 64, height: 48, windowManager: .none)
      let delay = Duration.milliseconds(20)
      let proxy = try ProtocolProxy(
        to: display.name, ProtocolProxy.Options(delay: delay, overTCP: isOverTCP))
      let connection = try DisplayConnection(to: proxy.name)
      let start = ContinuousClock.now
      _ = connection.pointerPosition
      #expect(start.duration(to: .now) >= delay * 6)
    }
  }
}
