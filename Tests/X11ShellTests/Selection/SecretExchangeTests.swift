import CX11
import Scene
import ScreenDriver
import Testing

@testable import X11Shell

@Suite(.serialized) final class `A secret in the clipboard` {
  private let desk: ClipboardDesk

  init() throws { desk = try ClipboardDesk() }

  @Test(arguments: ["x", "four", "Passw0rd!", "пароль 密 🔑", String(repeating: "é", count: 1024)])
  func `is given as UTF-8, whole, to who asks for it`(text: String) throws {
    desk.offer(secret: Secret(text))
    for target in ["UTF8_STRING", "text/plain;charset=utf-8"] {
      let answer = try #require(try desk.ask(target))
      #expect(answer.text == text)
      #expect(answer.value?.type == target)
      #expect(answer.value?.pieceCount == 0)
    }
    desk.reader.ask(forAll: ["UTF8_STRING", "STRING", "TIMESTAMP"])
    let answers = try desk.serve { desk.reader.answers() }
    #expect(answers[0].text == text && answers[1] == .refused)
    #expect(desk.errorCount == 0)
  }

  @Test func `row 65: is told of as one, and in no form by which it would have to be copied`()
    throws
  {
    desk.offer(secret: Secret("Passw0rd!"))
    let value = try #require(try desk.ask("TARGETS")?.value)
    #expect(
      desk.reader.names(of: value.elements) == [
        "TARGETS", "MULTIPLE", "TIMESTAMP", "UTF8_STRING", "text/plain;charset=utf-8",
        "x-kde-passwordManagerHint",
      ])
    #expect(try desk.ask("x-kde-passwordManagerHint")?.text == "secret")
    for target in ["STRING", "text/plain", "TEXT", "COMPOUND_TEXT", "SAVE_TARGETS"] {
      #expect(try desk.ask(target) == .refused)
    }
  }

  @Test func `row 35: is handed over to no clipboard manager at the end`() throws {
    let manager = try ClipboardManager(on: desk.display.name)
    desk.offer(secret: Secret("Passw0rd!"))
    desk.beginSaving()
    #expect(!desk.isSaving)
    manager.serve()
    #expect(manager.targets.isEmpty)
    // What is copied after it is.
    desk.copy("a")
    desk.beginSaving()
    #expect(desk.isSaving)
  }

  @Test func `is let go when it is withdrawn, replaced, or another's turn`() throws {
    weak var offered: Secret?
    func offer() {
      let secret = Secret("Passw0rd!")
      offered = secret
      desk.offer(secret: secret)
    }
    offer()
    #expect(offered != nil)
    desk.withdraw()
    #expect(offered == nil)
    #expect(try desk.ask("UTF8_STRING") == .refused)
    offer()
    desk.copy("a")
    #expect(offered == nil)
    offer()
    desk.reader.takeSelection()
    desk.serve()
    #expect(offered == nil)
  }

  @Test func `is written four bytes a request, over which the same of zeros are written`() throws {
    desk.offer(secret: Secret("0123456789"))
    _ = try desk.ask("TARGETS")
    desk.reader.ask(for: "UTF8_STRING")
    XSync(desk.connection.display, False)
    desk.connection.readEvents()
    var event = XEvent()
    let next = XNextRequest(desk.connection.display)
    while desk.connection.takeEvent(&event) { _ = desk.handle(event) }
    // Three pieces, as many of zeros into a window that comes and goes for that, and one that tells that
    // the answer is there.
    #expect(XNextRequest(desk.connection.display) - next == 3 + (1 + 3 + 1) + 1)
  }

  @Test(arguments: [98, 4096])
  func `leaves nothing of itself in Xlib's buffer`(count: Int) throws {
    desk.offer(secret: Secret([UInt8](repeating: 0xF7, count: count)))
    #expect(try desk.ask("UTF8_STRING")?.value?.elements.count == count)
    // A few may be anything else's, as a time's.
    #expect(desk.requestBuffer.count { $0 == 0xF7 } < 10)
    // What looks finds what there is.
    desk.offer(DataOffer([DataOffer.Form(.text) { [UInt8](repeating: 0xF7, count: count) }]))
    _ = try desk.ask("UTF8_STRING")
    #expect(desk.requestBuffer.count { $0 == 0xF7 } >= 98)
  }

  @Test func `is pasted here without the server, into the memory that was asked for`() throws {
    let memory = WatchedMemory()
    desk.offer(secret: Secret("Passw0rd!"))
    desk.requestSecret(number: 3, in: DataRoom(limit: 100, in: memory))
    desk.advance(by: .zero)
    #expect(desk.received[0].source == .secret(request: 3))
    #expect(try desk.received[0].result.get().bytes.array == Array("Passw0rd!".utf8))
    #expect(memory.taken == [9] && memory.held == [9])
    desk.forgetReceived()
    #expect(memory.held == [])
  }

  @Test func `takes the place of no more than it may, though it is offered here`() throws {
    let memory = WatchedMemory()
    desk.copy("1234567890")
    for limit in [9, 10] {
      desk.requestSecret(number: limit, in: DataRoom(limit: limit, in: memory))
      desk.advance(by: .zero)
    }
    #expect(desk.received[0].failure == .tooLarge(limit: 9))
    #expect(try desk.received[1].result.get().bytes.array == Array("1234567890".utf8))
    #expect(memory.taken == [10])
  }
}

@Suite(.serialized) final class `A secret that is pasted` {
  private typealias Owner = SelectionOwnerStandIn

  private let desk: ClipboardDesk

  init() throws { desk = try ClipboardDesk() }

  /// What comes of a request while the owner acts, and in how many turns.
  private func receive(
    from owner: Owner, limit: Int = 4098
  ) throws -> (data: ReceivedData, turns: Int) {
    let count = desk.received.count
    var turns = 0
    desk.requestSecret(number: count, in: DataRoom(limit: limit))
    let data = try desk.serve {
      owner.serve()
      turns += 1
      return desk.received.dropFirst(count).first
    }
    return (data, turns)
  }

  @Test(arguments: [false, true])
  func `is read four bytes a turn, whole, by the number of its request`(isSent: Bool) throws {
    let bytes = [UInt8](0...98)
    let owner = try Owner(
      on: desk.display.name, conduct: isSent ? .pieces(bytes, count: 2) : .value(bytes))
    for number in 0...1 {
      let (data, turns) = try receive(from: owner)
      #expect(data.source == .secret(request: number))
      #expect(try data.result.get().bytes.array == (isSent ? bytes + bytes : bytes))
      #expect(try data.result.get().type == .text)
      #expect(turns >= (isSent ? 50 : 25))
    }
    #expect(desk.deadline == nil && desk.errorCount == 0)
  }

  @Test func `is taken as Latin-1 from an owner that has nothing else`() throws {
    let owner = try Owner(
      on: desk.display.name, targets: nil, conduct: .value([0xE9, 0x41], type: "STRING"))
    #expect(try receive(from: owner).data.result.get().bytes.array == Array("éA".utf8))
  }

  @Test func `is not taken where it is longer than it may be`() throws {
    let owner = try Owner(on: desk.display.name, conduct: .value([UInt8](repeating: 65, count: 12)))
    #expect(try receive(from: owner, limit: 12).data.result.get().bytes.count == 12)
    let (data, turns) = try receive(from: owner, limit: 11)
    #expect(data.failure == .tooLarge(limit: 11))
    #expect(turns < 20)
    owner.conduct = .pieces([UInt8](repeating: 65, count: 7))
    #expect(try receive(from: owner, limit: 11).data.failure == .tooLarge(limit: 11))
    #expect(owner.pieceCount <= 3)
  }
}

/// A secret that is none, since only tests have it as a string.
private final class Secret: OfferedSecret {
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  convenience init(_ text: String) { self.init(Array(text.utf8)) }

  func withUTF8<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
    bytes.withUnsafeBufferPointer { body($0.span) }
  }
}
