import CX11
import ScreenDriver
import Testing

@testable import Windowing
@testable import X11

@Suite(.serialized) final class `Clipboard` {
  private let fixture: ClipboardFixture

  init() throws { fixture = try ClipboardFixture() }

  @Test func `row 33: sends a text on request`() throws {
    fixture.copy("Spring(response: 0.25) // 密é")
    for target in ["UTF8_STRING", "text/plain;charset=utf-8", "text/plain"] {
      let answer = try #require(try fixture.convert(target))
      #expect(answer.text == "Spring(response: 0.25) // 密é")
      #expect(answer.value?.type == target)
      #expect(answer.value?.chunkCount == 0)
    }
    #expect(try fixture.convert("STRING") == .refused)
    #expect(fixture.errorCount == 0)
  }

  @Test func `sends Latin-1 if possible`() throws {
    fixture.copy("é")
    #expect(try fixture.convert("STRING") == .value(SelectionValue(type: "STRING", elements: [0xE9])))
  }

  @Test func `row 33: lists its targets`() throws {
    fixture.copy("é")
    let value = try #require(try fixture.convert("TARGETS")?.value)
    #expect(value.type == "ATOM")
    #expect(
      fixture.reader.names(of: value.elements) == [
        "TARGETS", "MULTIPLE", "TIMESTAMP", "SAVE_TARGETS", "UTF8_STRING",
        "text/plain;charset=utf-8", "text/plain", "STRING",
      ])
  }

  @Test func `row 34: returns its timestamp and refuses earlier requests`() throws {
    let time = fixture.serverTime()
    fixture.copy("a", since: time)
    let answer = try fixture.convert("TIMESTAMP")
    #expect(answer == .value(SelectionValue(type: "INTEGER", elements: [time.value])))
    #expect(try fixture.convert("UTF8_STRING", at: time.value - 1) == .refused)
    #expect(try fixture.convert("UTF8_STRING", at: time.value)?.text == "a")
  }

  @Test func `refuses unknown targets, and offers nothing without ownership`() throws {
    fixture.copy("a")
    #expect(try fixture.convert("image/png") == .refused)
    #expect(try fixture.convert("MULTIPLE") == .refused)
    fixture.reader.acquireSelection()
    fixture.serve()
    #expect(!fixture.offers())
  }

  @Test func `replies to an obsolete client in the property named as the target`() throws {
    fixture.copy("a")
    fixture.reader.request("UTF8_STRING", namesProperty: false)
    #expect(try fixture.serve { fixture.reader.replies() }.first?.text == "a")
    fixture.reader.request("MULTIPLE", namesProperty: false)
    #expect(try fixture.serve { fixture.reader.replies() } == [.refused])
  }

  @Test func `row 33: answers each target of MULTIPLE individually`() throws {
    fixture.copy("密")
    fixture.reader.request(all: ["UTF8_STRING", "STRING", "MULTIPLE", "TIMESTAMP"])
    let answers = try fixture.serve { fixture.reader.replies() }
    #expect(answers[0].text == "密")
    #expect(Array(answers[1...2]) == [.refused, .refused])
    #expect(answers[3].value?.type == "INTEGER")
  }

  @Test func `refuses MULTIPLE with more than 128 targets`() throws {
    fixture.copy("a")
    fixture.reader.request(all: [String](repeating: "UTF8_STRING", count: 129))
    #expect(try fixture.serve { fixture.reader.replies() }.allSatisfy { $0 == .refused })
    fixture.reader.request(all: [String](repeating: "UTF8_STRING", count: 128))
    #expect(try fixture.serve { fixture.reader.replies() }.allSatisfy { $0.text == "a" })
  }

  @Test func `row 34: ignores a SelectionClear from before its ownership`() throws {
    let time = fixture.serverTime()
    fixture.copy("a", since: time)
    var event = FakeEvent.of(SelectionClear)
    event.xselectionclear.window = fixture.ownerWindow
    event.xselectionclear.selection = fixture.connection.atoms[.clipboard]
    event.xselectionclear.time = time.value - 1
    #expect(fixture.handle(event))
    #expect(fixture.offers())
    event.xselectionclear.time = time.value
    #expect(fixture.handle(event))
    #expect(!fixture.offers())
  }

  @Test func `offers nothing if another client became the owner after the event`() throws {
    let time = fixture.serverTime()
    fixture.copy("old")
    try Deadline(after: .defaultTimeout).poll(for: "a later server time") {
      fixture.serverTime() == time ? nil : ()
    }
    fixture.reader.acquireSelection()
    fixture.copy("late", since: time)
    fixture.serve()
    #expect(!fixture.offers())
  }

  @Test func `queries the owner only when it becomes the owner`() throws {
    let time = fixture.serverTime()
    fixture.copy("a", since: time)
    let next = XNextRequest(fixture.connection.display)
    fixture.copy("b", since: time)
    #expect(XNextRequest(fixture.connection.display) == next + 1)
    #expect(try fixture.convert("UTF8_STRING")?.text == "b")
    // Another client has become the owner, and its event was not handled yet.
    fixture.reader.acquireSelection()
    fixture.copy("c", since: time)
    fixture.serve()
    #expect(!fixture.offers())
  }

  @Test func `offers nothing after withdrawal`() throws {
    fixture.copy("a")
    fixture.withdraw()
    #expect(!fixture.offers())
    #expect(try fixture.convert("UTF8_STRING") == .refused)
  }
}
