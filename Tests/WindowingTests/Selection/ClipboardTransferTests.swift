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

  /// Requests the long text for a window.
  private func request(for window: WindowID, property: Atom) {
    var event = XSelectionRequestEvent()
    (event.requestor, event.selection) = (window, fixture.connection.atoms[.clipboard])
    (event.target, event.property) = (fixture.connection.atoms[.utf8String], property)
    fixture.answer(ConversionRequest(event))
  }

  /// A client may name a window of this program, and another part of the program may need events of the requestor.
  @Test(arguments: ["own", "root", "foreign"])
  func `takes only its own events from the event mask of the requestor`(kind: String) throws {
    let connection = fixture.connection
    let other = kind == "foreign" ? try Connection(to: fixture.display.name) : connection
    let root = connection.root
    let id = kind == "root" ? root : XCreateSimpleWindow(other.display, root, 0, 0, 10, 10, 0, 0, 0)
    XSync(other.display, False)
    if kind == "own" { connection.selectEvents(KeyPressMask, of: id) }
    let before = try #require(connection.eventMask(of: id))
    fixture.copy(ClipboardFixture.longText)
    request(for: id, property: XA_CUT_BUFFER0)
    #expect(connection.eventMask(of: id) == before | PropertyChangeMask | StructureNotifyMask)
    // Needed when the transfer has ended.
    var observation = kind == "root" ? nil : WindowObservation(of: id, PropertyChangeMask, on: connection)
    if kind == "root" { connection.selectRootEvents(PropertyChangeMask) }
    fixture.advance(by: .seconds(5))
    #expect(connection.eventMask(of: id) == before | PropertyChangeMask)
    observation = nil
    if kind == "root" { connection.selectRootEvents(PropertyChangeMask, false) }
    #expect(observation == nil && connection.eventMask(of: id) == before)
    withExtendedLifetime(other) { #expect(connection.observed.isEmpty) }
  }

  @Test func `is sent to a limited number of requestors that do not read it`() throws {
    let id = fixture.connection.makeHiddenWindow()
    fixture.copy(ClipboardFixture.longText)
    for property in 1..<XA_LAST_PREDEFINED { request(for: id, property: property) }
    #expect(fixture.transferCount == 32)
    #expect(try fixture.convert("UTF8_STRING")?.text == ClipboardFixture.longText)
  }
}
