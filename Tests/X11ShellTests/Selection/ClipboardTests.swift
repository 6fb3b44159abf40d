import CX11
import ScreenDriver
import Testing

@testable import X11Shell

@Suite(.serialized) final class `The clipboard` {
  private let desk: ClipboardDesk

  init() throws { desk = try ClipboardDesk() }

  @Test func `row 33: gives a text to who asks for it`() throws {
    desk.copy("Spring(response: 0.25) // 密é")
    for target in ["UTF8_STRING", "text/plain;charset=utf-8", "text/plain"] {
      let answer = try #require(try desk.ask(target))
      #expect(answer.text == "Spring(response: 0.25) // 密é")
      #expect(answer.value?.type == target)
      #expect(answer.value?.pieceCount == 0)
    }
    #expect(try desk.ask("STRING") == .refused)
    #expect(desk.errorCount == 0)
  }

  @Test func `gives Latin-1 where it can`() throws {
    desk.copy("é")
    #expect(try desk.ask("STRING") == .value(SelectionValue(type: "STRING", elements: [0xE9])))
  }

  @Test func `row 33: lists what it can be asked for`() throws {
    desk.copy("é")
    let value = try #require(try desk.ask("TARGETS")?.value)
    #expect(value.type == "ATOM")
    #expect(
      desk.reader.names(of: value.elements) == [
        "TARGETS", "MULTIPLE", "TIMESTAMP", "SAVE_TARGETS", "UTF8_STRING",
        "text/plain;charset=utf-8", "text/plain", "STRING",
      ])
  }

  @Test func `row 34: tells since when it has its text, and refuses requests from before`() throws {
    let time = desk.serverTime()
    desk.copy("a", since: time)
    let answer = try desk.ask("TIMESTAMP")
    #expect(answer == .value(SelectionValue(type: "INTEGER", elements: [time.value])))
    #expect(try desk.ask("UTF8_STRING", at: time.value - 1) == .refused)
    #expect(try desk.ask("UTF8_STRING", at: time.value)?.text == "a")
  }

  @Test func `refuses what it has not, and all when it has nothing`() throws {
    desk.copy("a")
    #expect(try desk.ask("image/png") == .refused)
    #expect(try desk.ask("MULTIPLE") == .refused)
    desk.reader.takeSelection()
    desk.serve()
    #expect(!desk.offers())
  }

  @Test func `answers an obsolete client under the target's name`() throws {
    desk.copy("a")
    desk.reader.ask(for: "UTF8_STRING", namesProperty: false)
    #expect(try desk.serve { desk.reader.answers() }.first?.text == "a")
    desk.reader.ask(for: "MULTIPLE", namesProperty: false)
    #expect(try desk.serve { desk.reader.answers() } == [.refused])
  }

  @Test func `row 33: answers several requests in one, each by itself`() throws {
    desk.copy("密")
    desk.reader.ask(forAll: ["UTF8_STRING", "STRING", "MULTIPLE", "TIMESTAMP"])
    let answers = try desk.serve { desk.reader.answers() }
    #expect(answers[0].text == "密")
    #expect(Array(answers[1...2]) == [.refused, .refused])
    #expect(answers[3].value?.type == "INTEGER")
  }

  @Test func `refuses more requests in one than anybody needs`() throws {
    desk.copy("a")
    desk.reader.ask(forAll: [String](repeating: "UTF8_STRING", count: 129))
    #expect(try desk.serve { desk.reader.answers() }.allSatisfy { $0 == .refused })
    desk.reader.ask(forAll: [String](repeating: "UTF8_STRING", count: 128))
    #expect(try desk.serve { desk.reader.answers() }.allSatisfy { $0.text == "a" })
  }

  @Test func `row 34: passes over word of an owner that it has followed in turn`() throws {
    let time = desk.serverTime()
    desk.copy("a", since: time)
    var event = HandBuilt.of(SelectionClear)
    event.xselectionclear.window = desk.ownerWindow
    event.xselectionclear.selection = desk.connection.atoms[.clipboard]
    event.xselectionclear.time = time.value - 1
    #expect(desk.handle(event))
    #expect(desk.offers())
    event.xselectionclear.time = time.value
    #expect(desk.handle(event))
    #expect(!desk.offers())
  }

  @Test func `offers nothing where another client became the owner since the event`() throws {
    let time = desk.serverTime()
    desk.copy("old")
    try Deadline(after: .patience).poll(for: "time to pass") {
      desk.serverTime() == time ? nil : ()
    }
    desk.reader.takeSelection()
    desk.copy("late", since: time)
    desk.serve()
    #expect(!desk.offers())
  }

  @Test func `asks only once whether it has become the owner`() throws {
    let time = desk.serverTime()
    desk.copy("a", since: time)
    let next = XNextRequest(desk.connection.display)
    desk.copy("b", since: time)
    #expect(XNextRequest(desk.connection.display) == next + 1)
    #expect(try desk.ask("UTF8_STRING")?.text == "b")
    // Another client has taken it over, which was not heard of yet.
    desk.reader.takeSelection()
    desk.copy("c", since: time)
    desk.serve()
    #expect(!desk.offers())
  }

  @Test func `offers nothing any more once that is withdrawn`() throws {
    desk.copy("a")
    desk.withdraw()
    #expect(!desk.offers())
    #expect(try desk.ask("UTF8_STRING") == .refused)
  }

  @Test func `leaves all other events alone`() {
    desk.copy("a")
    desk.serve()
    for type in [KeyPress, ClientMessage, PropertyNotify, DestroyNotify, SelectionRequest] {
      #expect(!desk.handle(HandBuilt.of(type)))
    }
  }
}
