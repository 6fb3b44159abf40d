import CX11
import Scene
import ScreenDriver
import Testing

@testable import X11Shell

@Suite(.serialized) final class `The clipboard at the program's end` {
  private let desk: ClipboardDesk

  init() throws { desk = try ClipboardDesk() }

  @Test func `has nothing to save where nothing was copied, or nobody would`() throws {
    desk.beginSaving()
    #expect(!desk.isSaving)
    desk.copy("a")
    desk.beginSaving()
    #expect(!desk.isSaving)
  }

  @Test(arguments: [false, true])
  func `row 35: outlives the program where there is a clipboard manager`(isLong: Bool) throws {
    let manager = try ClipboardManager(on: desk.display.name)
    desk.beginSaving()
    #expect(!desk.isSaving, "nothing was copied")
    let text = isLong ? ClipboardDesk.longText : "é"
    desk.copy(text)
    desk.beginSaving()
    #expect(desk.isSaving)
    try desk.serve {
      manager.serve()
      return desk.isSaving ? nil : ()
    }
    #expect(manager.text == text)
    #expect(manager.targets.first == "UTF8_STRING")
    #expect(manager.targets.contains("STRING"))
  }

  @Test func `row 35: is saved in all its forms, and what is selected in none`() throws {
    let manager = try ClipboardManager(on: desk.display.name)
    desk.offer(DataOffer(text: "b"), in: .primary)
    desk.beginSaving()
    #expect(!desk.isSaving)
    let tokens = DataOffer.Form(DataType("application/x-tokens")) { [1] }
    desk.offer(DataOffer([tokens, DataOffer.Form(.text) { [65] }]))
    desk.beginSaving()
    try desk.serve {
      manager.serve()
      return desk.isSaving ? nil : ()
    }
    #expect(
      manager.targets == [
        "application/x-tokens", "UTF8_STRING", "text/plain;charset=utf-8", "text/plain", "STRING",
      ])
    #expect(manager.text == "\u{1}")
  }

  @Test func `is not saved where the manager refuses`() throws {
    let manager = try ClipboardManager(on: desk.display.name)
    desk.copy("a")
    desk.beginSaving()
    desk.serve()
    var event = HandBuilt.of(SelectionNotify)
    event.xselection.requestor = desk.ownerWindow
    event.xselection.selection = desk.connection.atoms[.clipboard]
    #expect(desk.handle(event))
    #expect(desk.isSaving)
    event.xselection.selection = desk.connection.atoms[.clipboardManager]
    #expect(desk.handle(event))
    #expect(!desk.isSaving)
    #expect(manager.text == nil)
  }

  @Test func `is not saved twice where the manager takes it over`() throws {
    let manager = try ClipboardManager(on: desk.display.name)
    desk.copy("a")
    desk.beginSaving()
    desk.serve()
    desk.reader.takeSelection()
    desk.serve()
    #expect(!desk.isSaving)
    #expect(manager.text == nil)
  }
}
