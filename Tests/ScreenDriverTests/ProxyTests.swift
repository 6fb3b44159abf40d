import ScreenDriver
import Testing

extension `The screen driver` {
  @Suite struct `A proxy` {
    @Test func `counts what goes through it`() throws {
      let display = try VirtualDisplay(width: 64, height: 48, windowManager: .none)
      let proxy = try ProtocolProxy(to: display.name)
      #expect(proxy.traffic() == nil)
      let connection = try DisplayConnection(to: proxy.name)
      let before = try #require(proxy.traffic())
      _ = connection.pointerPlace
      let query = try #require(proxy.traffic()).since(before)
      // QueryPointer between the two synchronizations of an attempt.
      #expect(query.requests.map(\.opcode) == [43, 38, 43])
      #expect(query.replies == 3 && query.errors.isEmpty)
      #expect(query.requests.map(\.bytes) == [4, 8, 4] && query.bytesSent == 16)
    }

    @Test(arguments: [false, true])
    func `tells the extensions' names, or hides them`(isHiding: Bool) throws {
      let display = try VirtualDisplay(width: 64, height: 48, windowManager: .none)
      let proxy = try ProtocolProxy(
        to: display.name, ProtocolProxy.Options(hiding: isHiding ? .named(["XTEST"]) : .none))
      let connection = try DisplayConnection(to: proxy.name)
      #expect(connection.has("XTEST") == !isHiding)
      #expect(connection.has("RENDER"))
    }

    @Test func `tells errors`() throws {
      let display = try VirtualDisplay(width: 64, height: 48, windowManager: .none)
      let proxy = try ProtocolProxy(to: display.name)
      let connection = try DisplayConnection(to: proxy.name)
      connection.killNobody()
      // BadValue for KillClient.
      #expect(proxy.errors.map(\.code) == [2])
      #expect(proxy.errors.map(\.opcode) == [113])
    }

    @Test(arguments: [false, true])
    func `delays each way, over a socket and over TCP`(isOverTCP: Bool) throws {
      let display = try VirtualDisplay(width: 64, height: 48, windowManager: .none)
      let delay = Duration.milliseconds(20)
      let proxy = try ProtocolProxy(
        to: display.name, ProtocolProxy.Options(delay: delay, overTCP: isOverTCP))
      let connection = try DisplayConnection(to: proxy.name)
      let start = ContinuousClock.now
      _ = connection.pointerPlace
      #expect(start.duration(to: .now) >= delay * 6)
    }

    @Test func `leaves the program a lost connection when the server goes away`() throws {
      let display = try VirtualDisplay(width: 64, height: 48, windowManager: .none)
      let proxy = try ProtocolProxy(to: display.name)
      let connection = try DisplayConnection(to: proxy.name)
      display.crash()
      #expect(connection.pointerPlace == nil)
    }
  }
}
