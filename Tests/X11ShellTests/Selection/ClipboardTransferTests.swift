import CX11
import Motion
import Scene
import ScreenDriver
import Testing

@testable import X11Shell

@Suite(.serialized) final class `A long text in the clipboard` {
  private let desk: ClipboardDesk

  init() throws { desk = try ClipboardDesk() }

  @Test func `row 32: gives a long text in pieces, whole`() throws {
    desk.copy(ClipboardDesk.longText)
    let answer = try #require(try desk.ask("UTF8_STRING"))
    #expect(answer.text == ClipboardDesk.longText)
    #expect(answer.value?.type == "UTF8_STRING")
    #expect(try #require(answer.value).pieceCount >= 4)
    #expect(desk.transferCount == 0 && desk.deadline == nil)
    #expect(desk.errorCount == 0)
  }

  @Test func `gives long texts to several at once, and two to one`() throws {
    desk.copy(ClipboardDesk.longText)
    let other = try SelectionReader(on: desk.display.name)
    other.ask(for: "UTF8_STRING")
    desk.reader.ask(forAll: ["UTF8_STRING", "text/plain;charset=utf-8"])
    let first = try desk.serve { desk.reader.answers() }
    let second = try desk.serve { other.answers() }
    for answer in first + second { #expect(answer.text == ClipboardDesk.longText) }
    #expect(desk.transferCount == 0)
  }

  @Test func `gives the text as it was, though another is copied meanwhile`() throws {
    desk.copy(ClipboardDesk.longText)
    desk.reader.ask(for: "UTF8_STRING")
    desk.serve()
    #expect(desk.transferCount == 1)
    desk.copy("new")
    #expect(try desk.serve { desk.reader.answers() }.first?.text == ClipboardDesk.longText)
    #expect(try desk.ask("UTF8_STRING")?.text == "new")
  }

  @Test func `goes on to the end though another client becomes the owner`() throws {
    desk.copy(ClipboardDesk.longText)
    desk.reader.ask(for: "UTF8_STRING")
    desk.serve()
    try SelectionReader(on: desk.display.name).takeSelection()
    desk.serve()
    #expect(!desk.offers())
    #expect(try desk.serve { desk.reader.answers() }.first?.text == ClipboardDesk.longText)
  }

  @Test func `row 32: gives up who does not take a piece for 5 s`() throws {
    desk.copy(ClipboardDesk.longText)
    desk.reader.ask(for: "UTF8_STRING")
    desk.serve()
    #expect(desk.deadline == desk.now + .seconds(5))
    desk.advance(by: .milliseconds(4999))
    #expect(desk.transferCount == 1)
    desk.advance(by: .milliseconds(1))
    #expect(desk.transferCount == 0 && desk.deadline == nil)
    // What comes later of it means nothing.
    #expect(desk.reader.answers() == nil)
    desk.serve()
    #expect(try desk.ask("TIMESTAMP") != .refused)
  }

  @Test(arguments: [false, true])
  func `forgets who dies, before or after its request was read`(isUnderWay: Bool) throws {
    desk.copy(ClipboardDesk.longText)
    for _ in 0..<20 {
      let victim = try SelectionReader(on: desk.display.name)
      for target in ["UTF8_STRING", "TARGETS"] { victim.ask(for: target) }
      if isUnderWay {
        desk.serve()
        _ = victim.answers()
        #expect(desk.transferCount > 0)
      }
    }
    try desk.serve { desk.transferCount == 0 ? () : nil }
    desk.serve()
    #expect(desk.errorCount == 0)
    #expect(try desk.ask("TIMESTAMP") != .refused)
  }

  @Test func `leaves a window of its own as it was, though another client names it`() throws {
    let display = desk.connection.display
    let id = XCreateSimpleWindow(display, desk.connection.root, 0, 0, 10, 10, 0, 0, 0)
    XSelectInput(display, id, KeyPressMask)
    func mask() -> Int {
      var attributes = XWindowAttributes()
      XGetWindowAttributes(desk.connection.display, id, &attributes)
      return attributes.your_event_mask
    }
    let before = mask()
    desk.copy(ClipboardDesk.longText)
    var event = XSelectionRequestEvent()
    (event.requestor, event.selection) = (id, desk.connection.atoms[.clipboard])
    (event.target, event.property) = (desk.connection.atoms[.utf8String], XA_CUT_BUFFER0)
    desk.answer(ConversionRequest(event))
    #expect(mask() & before == before && mask() != before)
    desk.advance(by: .seconds(5))
    #expect(mask() == before)
  }
}
