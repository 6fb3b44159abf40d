import CX11
import Scene
import ScreenDriver
import Testing

@testable import Windowing
@testable import X11

@Suite(.serialized) final class `Secret in the clipboard` {
  private let fixture: ClipboardFixture

  init() throws { fixture = try ClipboardFixture() }

  @Test(arguments: ["x", "four", "Passw0rd!", "пароль 密 🔑", String(repeating: "é", count: 1024)])
  func `is sent completely as UTF-8`(text: String) throws {
    fixture.offer(secret: Secret(text))
    for target in ["UTF8_STRING", "text/plain;charset=utf-8"] {
      let answer = try #require(try fixture.convert(target))
      #expect(answer.text == text)
      #expect(answer.value?.type == target)
      #expect(answer.value?.chunkCount == 0)
    }
    fixture.reader.request(all: ["UTF8_STRING", "STRING", "TIMESTAMP"])
    let answers = try fixture.serve { fixture.reader.replies() }
    #expect(answers[0].text == text && answers[1] == .refused)
    #expect(fixture.errorCount == 0)
  }

  @Test func `row 65: is marked as a secret and offered only in formats without a copy`() throws {
    fixture.offer(secret: Secret("Passw0rd!"))
    let value = try #require(try fixture.convert("TARGETS")?.value)
    #expect(
      fixture.reader.names(of: value.elements) == [
        "TARGETS", "MULTIPLE", "TIMESTAMP", "UTF8_STRING", "text/plain;charset=utf-8",
        "x-kde-passwordManagerHint",
      ])
    #expect(try fixture.convert("x-kde-passwordManagerHint")?.text == "secret")
    for target in ["STRING", "text/plain", "TEXT", "COMPOUND_TEXT", "SAVE_TARGETS"] {
      #expect(try fixture.convert(target) == .refused)
    }
  }

  @Test func `row 35: is not saved by a clipboard manager`() throws {
    let manager = try FakeClipboardManager(on: fixture.display.name)
    fixture.offer(secret: Secret("Passw0rd!"))
    fixture.beginSaving()
    #expect(!fixture.isSaving)
    manager.serve()
    #expect(manager.targets.isEmpty)
    // Other data that is copied later is saved.
    fixture.copy("a")
    fixture.beginSaving()
    #expect(fixture.isSaving)
  }

  @Test func `is released on withdrawal, replacement and loss of the selection`() throws {
    weak var offered: Secret?
    func offer() {
      let secret = Secret("Passw0rd!")
      offered = secret
      fixture.offer(secret: secret)
    }
    offer()
    #expect(offered != nil)
    fixture.withdraw()
    #expect(offered == nil)
    #expect(try fixture.convert("UTF8_STRING") == .refused)
    offer()
    fixture.copy("a")
    #expect(offered == nil)
    offer()
    fixture.reader.acquireSelection()
    fixture.serve()
    #expect(offered == nil)
  }

  @Test func `is written four bytes per request, then overwritten with zeros`() throws {
    fixture.offer(secret: Secret("0123456789"))
    _ = try fixture.convert("TARGETS")
    fixture.reader.request("UTF8_STRING")
    XSync(fixture.connection.display, False)
    fixture.connection.readEvents()
    var event = XEvent()
    let next = XNextRequest(fixture.connection.display)
    while fixture.connection.takeEvent(&event) { _ = fixture.handle(event) }
    // Three chunks of the secret, three of zeros for a temporary window, and one reply event.
    #expect(XNextRequest(fixture.connection.display) - next == 3 + (1 + 3 + 1) + 1)
  }

  @Test(arguments: [98, 4096])
  func `leaves no bytes in Xlib's buffer`(count: Int) throws {
    fixture.offer(secret: Secret([UInt8](repeating: 0xF7, count: count)))
    #expect(try fixture.convert("UTF8_STRING")?.value?.elements.count == count)
    // A few equal bytes may belong to other data, such as a timestamp.
    #expect(fixture.requestBuffer.count { $0 == 0xF7 } < 10)
    // The check itself finds bytes that are not secret.
    fixture.offer(
      DataProvider([DataProvider.Representation(.text) { [UInt8](repeating: 0xF7, count: count) }]))
    _ = try fixture.convert("UTF8_STRING")
    #expect(fixture.requestBuffer.count { $0 == 0xF7 } >= 98)
  }

  @Test func `is pasted locally without the server, into the given allocator`() throws {
    let memory = TrackingAllocator()
    fixture.offer(secret: Secret("Passw0rd!"))
    fixture.requestSecret(number: 3, in: ReceiveConfiguration(limit: 100, in: memory))
    fixture.advance(by: .zero)
    #expect(fixture.received[0].source == .secret(request: 3))
    #expect(try fixture.received[0].result.get().bytes.array == Array("Passw0rd!".utf8))
    #expect(memory.allocatedSizes == [9] && memory.liveSizes == [9])
    fixture.clearReceived()
    #expect(memory.liveSizes == [])
  }

  @Test func `applies the size limit to local data`() throws {
    let memory = TrackingAllocator()
    fixture.copy("1234567890")
    for limit in [9, 10] {
      fixture.requestSecret(number: limit, in: ReceiveConfiguration(limit: limit, in: memory))
      fixture.advance(by: .zero)
    }
    #expect(fixture.received[0].failure == .tooLarge(limit: 9))
    #expect(try fixture.received[1].result.get().bytes.array == Array("1234567890".utf8))
    #expect(memory.allocatedSizes == [10])
  }
}

@Suite(.serialized) final class `Pasted secret` {
  private typealias Owner = FakeSelectionOwner

  private let fixture: ClipboardFixture

  init() throws { fixture = try ClipboardFixture() }

  /// Returns the result of a request to an owner, and the number of iterations.
  private func receive(
    from owner: Owner, limit: Int = 4098
  ) throws -> (data: ReceivedData, turns: Int) {
    let count = fixture.received.count
    var turns = 0
    fixture.requestSecret(number: count, in: ReceiveConfiguration(limit: limit))
    let data = try fixture.serve {
      owner.serve()
      turns += 1
      return fixture.received.dropFirst(count).first
    }
    return (data, turns)
  }

  @Test(arguments: [false, true])
  func `is read four bytes per iteration and has the number of its request`(isSent: Bool) throws {
    let bytes = [UInt8](0...98)
    let owner = try Owner(
      on: fixture.display.name, behavior: isSent ? .chunks(bytes, count: 2) : .value(bytes))
    for number in 0...1 {
      let (data, turns) = try receive(from: owner)
      #expect(data.source == .secret(request: number))
      #expect(try data.result.get().bytes.array == (isSent ? bytes + bytes : bytes))
      #expect(try data.result.get().type == .text)
      #expect(turns >= (isSent ? 50 : 25))
    }
    #expect(fixture.deadline == nil && fixture.errorCount == 0)
  }

  @Test func `is rejected above the size limit`() throws {
    let owner = try Owner(on: fixture.display.name, behavior: .value([UInt8](repeating: 65, count: 12)))
    #expect(try receive(from: owner, limit: 12).data.result.get().bytes.count == 12)
    let (data, turns) = try receive(from: owner, limit: 11)
    #expect(data.failure == .tooLarge(limit: 11))
    #expect(turns < 20)
    owner.behavior = .chunks([UInt8](repeating: 65, count: 7))
    #expect(try receive(from: owner, limit: 11).data.failure == .tooLarge(limit: 11))
    #expect(owner.chunkCount <= 3)
  }
}

/// A fake secret. It is not protected, because tests have it as a string.
private final class Secret: SecretProvider {
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  convenience init(_ text: String) { self.init(Array(text.utf8)) }

  func withUTF8<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
    bytes.withUnsafeBufferPointer { body($0.span) }
  }
}
