import CX11
import Scene
import ScreenDriver
import Testing

@testable import Windowing
@testable import X11

@Suite(.serialized) final class `Clipboard at program exit` {
  private let fixture: ClipboardFixture

  init() throws { fixture = try ClipboardFixture() }

  @Test func `is not saved without copied data or without a clipboard manager`() throws {
    fixture.beginSaving()
    #expect(!fixture.isSaving)
    fixture.copy("a")
    fixture.beginSaving()
    #expect(!fixture.isSaving)
  }

  @Test(arguments: [false, true])
  func `row 35: is saved by a clipboard manager`(isLong: Bool) throws {
    let manager = try FakeClipboardManager(on: fixture.display.name)
    fixture.beginSaving()
    #expect(!fixture.isSaving, "no copied data")
    let text = isLong ? ClipboardFixture.longText : "é"
    fixture.copy(text)
    fixture.beginSaving()
    #expect(fixture.isSaving)
    try fixture.serve {
      manager.serve()
      return fixture.isSaving ? nil : ()
    }
    #expect(manager.text == text)
    #expect(manager.targets.first == "UTF8_STRING")
    #expect(manager.targets.contains("STRING"))
  }

  @Test func `row 35: is saved in all formats, unlike the primary selection`() throws {
    let manager = try FakeClipboardManager(on: fixture.display.name)
    fixture.offer(DataProvider(text: "b"), in: .primary)
    fixture.beginSaving()
    #expect(!fixture.isSaving)
    let tokens = DataProvider.Representation(DataType("application/x-tokens")) { [1] }
    fixture.offer(DataProvider([tokens, DataProvider.Representation(.text) { [65] }]))
    fixture.beginSaving()
    try fixture.serve {
      manager.serve()
      return fixture.isSaving ? nil : ()
    }
    #expect(
      manager.targets == [
        "application/x-tokens", "UTF8_STRING", "text/plain;charset=utf-8", "text/plain", "STRING",
      ])
    #expect(manager.text == "\u{1}")
  }

  @Test func `stops saving when the manager refuses`() throws {
    let manager = try FakeClipboardManager(on: fixture.display.name)
    fixture.copy("a")
    fixture.beginSaving()
    fixture.serve()
    var event = FakeEvent.of(SelectionNotify)
    event.xselection.requestor = fixture.ownerWindow
    event.xselection.selection = fixture.connection.atoms[.clipboard]
    #expect(fixture.handle(event))
    #expect(fixture.isSaving)
    event.xselection.selection = fixture.connection.atoms[.clipboardManager]
    #expect(fixture.handle(event))
    #expect(!fixture.isSaving)
    #expect(manager.text == nil)
  }

  @Test func `stops saving when another client becomes the owner`() throws {
    let manager = try FakeClipboardManager(on: fixture.display.name)
    fixture.copy("a")
    fixture.beginSaving()
    fixture.serve()
    fixture.reader.acquireSelection()
    fixture.serve()
    #expect(!fixture.isSaving)
    #expect(manager.text == nil)
  }
}
