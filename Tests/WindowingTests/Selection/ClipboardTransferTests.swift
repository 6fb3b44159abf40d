import CX11
import Motion
import Scene
import ScreenDriver
import TestSupport
import Testing

@testable import Windowing
@testable import X11

@Suite(.serialized) final class `Long text in the clipboard` {
  private let fixture: ClipboardFixture

  init() throws { fixture = try ClipboardFixture() }

  @Test func `row 32: is sent completely in chunks`() throws {
    fixture.copy(ClipboardFixture.longText)
    let answer = try #require(try fixture.convert("UTF8_STRING"))
    #expect(answer.text == ClipboardFixture.longText)
    #expect(answer.value?.type == "UTF8_STRING")
    #expect(try #require(answer.value).chunkCount >= 4)
    #expect(fixture.transferCount == 0 && fixture.deadline == nil)
    #expect(fixture.errorCount == 0)
  }

  @Test(.onlyInAll("large data")) func `is sent to several clients, and twice to one client, concurrently`()
    throws
  {
    fixture.copy(ClipboardFixture.longText)
    let other = try SelectionReader(on: fixture.display.name)
    other.request("UTF8_STRING")
    fixture.reader.request(all: ["UTF8_STRING", "text/plain;charset=utf-8"])
    let first = try fixture.serve { fixture.reader.replies() }
    let second = try fixture.serve { other.replies() }
    for answer in first + second { #expect(answer.text == ClipboardFixture.longText) }
    #expect(fixture.transferCount == 0)
  }

  @Test func `is sent unchanged when another text is copied during the transfer`() throws {
    fixture.copy(ClipboardFixture.longText)
    fixture.reader.request("UTF8_STRING")
    fixture.serve()
    #expect(fixture.transferCount == 1)
    fixture.copy("new")
    #expect(try fixture.serve { fixture.reader.replies() }.first?.text == ClipboardFixture.longText)
    #expect(try fixture.convert("UTF8_STRING")?.text == "new")
  }

  @Test func `is sent completely when another client becomes the owner`() throws {
    fixture.copy(ClipboardFixture.longText)
    fixture.reader.request("UTF8_STRING")
    fixture.serve()
    try SelectionReader(on: fixture.display.name).acquireSelection()
    fixture.serve()
    #expect(!fixture.offers())
    #expect(try fixture.serve { fixture.reader.replies() }.first?.text == ClipboardFixture.longText)
  }

  @Test func `row 32: times out when the requestor reads no chunk for 5 s`() throws {
    fixture.copy(ClipboardFixture.longText)
    fixture.reader.request("UTF8_STRING")
    fixture.serve()
    #expect(fixture.deadline == fixture.now + .seconds(5))
    fixture.advance(by: .seconds(3))
    // The requestor reads a chunk.
    #expect(fixture.reader.replies() == nil)
    fixture.serve()
    #expect(fixture.deadline == fixture.now + .seconds(5))
    fixture.advance(by: .milliseconds(4999))
    #expect(fixture.transferCount == 1)
    fixture.advance(by: .milliseconds(1))
    #expect(fixture.transferCount == 0 && fixture.deadline == nil)
    // A later deletion of the property has no effect.
    #expect(fixture.reader.replies() == nil)
    fixture.serve()
    #expect(try fixture.convert("TIMESTAMP") != .refused)
  }

  @Test(arguments: [false, true])
  func `drops clients that exit before or after their request is read`(isUnderWay: Bool) throws {
    fixture.copy(ClipboardFixture.longText)
    for _ in 0..<20 {
      let client = try SelectionReader(on: fixture.display.name)
      for target in ["UTF8_STRING", "TARGETS"] { client.request(target) }
      if isUnderWay {
        fixture.serve()
        _ = client.replies()
        #expect(fixture.transferCount > 0)
      }
    }
    try fixture.serve { fixture.transferCount == 0 ? () : nil }
    fixture.serve()
    #expect(fixture.errorCount == 0)
    #expect(try fixture.convert("TIMESTAMP") != .refused)
  }

  @Test func `restores the event mask of its own window used as requestor`() throws {
    let display = fixture.connection.display
    let id = XCreateSimpleWindow(display, fixture.connection.root, 0, 0, 10, 10, 0, 0, 0)
    XSelectInput(display, id, KeyPressMask)
    func mask() -> Int {
      var attributes = XWindowAttributes()
      XGetWindowAttributes(fixture.connection.display, id, &attributes)
      return attributes.your_event_mask
    }
    let before = mask()
    fixture.copy(ClipboardFixture.longText)
    var event = XSelectionRequestEvent()
    (event.requestor, event.selection) = (id, fixture.connection.atoms[.clipboard])
    (event.target, event.property) = (fixture.connection.atoms[.utf8String], XA_CUT_BUFFER0)
    fixture.answer(ConversionRequest(event))
    #expect(mask() & before == before && mask() != before)
    fixture.advance(by: .seconds(5))
    #expect(mask() == before)
  }
}
