import CX11
import Testing

@testable import X11Shell

@Suite struct `A text in a selection` {
  private let atoms = Atoms.numbered
  private let start = ServerTime(4711)

  private func value(_ text: String, for target: Atom) -> PropertyValue? {
    SelectionContent(text, since: start).value(for: target, atoms)
  }

  @Test func `says in which forms there is one`() {
    let forms = [
      atoms[.targets], atoms[.multiple], atoms[.timestamp], atoms[.saveTargets],
      atoms[.utf8String], atoms[.plainText],
    ]
    #expect(value("Grüße", for: atoms[.targets]) == .words(forms + [XA_STRING], type: XA_ATOM))
    #expect(value("密码", for: atoms[.targets]) == .words(forms, type: XA_ATOM))
  }

  @Test func `is given as UTF-8, under either name`() {
    for target in [atoms[.utf8String], atoms[.plainText]] {
      #expect(value("密é\r\u{7F}", for: target) == .bytes(Array("密é\r\u{7F}".utf8), type: target))
      #expect(value("", for: target) == .bytes([], type: target))
    }
  }

  @Test func `is given as Latin-1 where that has all of its characters`() {
    #expect(
      value("é\tÿ\n\u{A0}~", for: XA_STRING)
        == .bytes([0xE9, 0x09, 0xFF, 0x0A, 0xA0, 0x7E], type: XA_STRING))
  }

  @Test(arguments: ["€", "e\u{301}", "密", "\r", "\u{1B}", "\0", "\u{7F}", "\u{85}", "\u{9F}"])
  func `is refused as Latin-1 rather than changed`(text: String) {
    #expect(value("a" + text, for: XA_STRING) == nil)
  }

  @Test func `tells since when it is offered`() {
    #expect(value("a", for: atoms[.timestamp]) == .words([4711], type: XA_INTEGER))
  }

  @Test func `agrees to be saved`() {
    #expect(value("a", for: atoms[.saveTargets]) == .words([], type: atoms[.null]))
  }

  @Test func `is refused in any other form`() {
    for target in [atoms[.multiple], atoms[.incr], XA_BITMAP, Atom(None), .max] {
      #expect(value("a", for: target) == nil)
    }
  }

  @Test func `is to be saved in every form that holds all of it`() {
    let (all, some) = (
      SelectionContent("é", since: start), SelectionContent("密", since: start)
    )
    #expect(all.textTargets(atoms) == [atoms[.utf8String], atoms[.plainText], XA_STRING])
    #expect(some.textTargets(atoms) == [atoms[.utf8String], atoms[.plainText]])
  }
}

@Suite struct `A property's value` {
  @Test func `is as large as what travels`() {
    #expect(PropertyValue.bytes([1, 2, 3], type: 1).byteCount == 3)
    #expect(PropertyValue.words([1, 2, 3], type: 1).byteCount == 12)
  }
}
