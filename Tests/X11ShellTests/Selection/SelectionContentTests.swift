import CX11
import Scene
import Testing

@testable import X11Shell

@Suite struct `What is offered in a selection` {
  private let atoms = Atoms.numbered
  private let start = ServerTime(4711)
  private let tokens = DataType("application/x-tokens")

  private func bytes(_ text: String, for target: Atom) -> [UInt8]? {
    var content = SelectionContent(DataOffer(text: text), since: start)
    return content.bytes(for: target, atoms)?.bytes
  }

  private var textTargets: [Atom] {
    [atoms[.utf8String], atoms[.plainTextInUTF8], atoms[.plainText], XA_STRING]
  }

  @Test func `says in which forms there is one, the best first`() {
    let content = SelectionContent(
      DataOffer([DataOffer.Form(tokens) { [1] }, DataOffer.Form(.text) { [65] }]), since: start)
    let sides = [atoms[.targets], atoms[.multiple], atoms[.timestamp], atoms[.saveTargets]]
    #expect(content.dataTargets(atoms) == [atoms[tokens]] + textTargets)
    #expect(
      content.sideValue(for: atoms[.targets], atoms)
        == .words(sides + [atoms[tokens]] + textTargets, type: XA_ATOM))
  }

  @Test func `is made when it is asked for, and once for all who are still taking it`() {
    var counts: [DataType: Int] = [:]
    func form(_ type: DataType) -> DataOffer.Form {
      DataOffer.Form(type) {
        counts[type, default: 0] += 1
        return [65]
      }
    }
    var content = SelectionContent(DataOffer([form(tokens), form(.text)]), since: start)
    for target in [atoms[.targets], atoms[.timestamp], atoms[.saveTargets]] {
      #expect(content.sideValue(for: target, atoms) != nil)
    }
    #expect(counts.isEmpty)
    let first = content.bytes(for: atoms[.utf8String], atoms)
    for target in textTargets.dropLast() {
      #expect(content.bytes(for: target, atoms) === first)
    }
    #expect(counts == [.text: 1])
    withExtendedLifetime(first) {}
  }

  @Test func `is not kept when nobody takes it any more`() {
    var count = 0
    let form = DataOffer.Form(.text) {
      count += 1
      return [65]
    }
    var content = SelectionContent(DataOffer([form]), since: start)
    for _ in 0..<2 { #expect(content.bytes(for: XA_STRING, atoms)?.bytes == [65]) }
    #expect(count == 2)
  }

  @Test func `is given as UTF-8, under any of its names`() {
    for target in textTargets.dropLast() {
      #expect(bytes("密é\r\u{7F}", for: target) == Array("密é\r\u{7F}".utf8))
      #expect(bytes("", for: target) == [])
    }
  }

  @Test func `is given as Latin-1 where that has all of its characters`() {
    #expect(bytes("é\tÿ\n\u{A0}~", for: XA_STRING) == [0xE9, 0x09, 0xFF, 0x0A, 0xA0, 0x7E])
  }

  @Test(arguments: ["€", "e\u{301}", "密", "\r", "\u{1B}", "\0", "\u{7F}", "\u{85}", "\u{9F}"])
  func `is refused as Latin-1 rather than changed`(text: String) {
    #expect(bytes("a" + text, for: XA_STRING) == nil)
  }

  @Test func `tells since when it is offered, and agrees to be saved`() {
    let content = SelectionContent(DataOffer(text: "a"), since: start)
    #expect(content.sideValue(for: atoms[.timestamp], atoms) == .words([4711], type: XA_INTEGER))
    #expect(
      content.sideValue(for: atoms[.saveTargets], atoms) == .words([], type: atoms[.null]))
  }

  @Test func `is refused in any other form`() {
    let content = SelectionContent(DataOffer(text: "a"), since: start)
    for target in [atoms[.multiple], atoms[.incr], XA_BITMAP, Atom(None), .max, atoms[tokens]] {
      #expect(bytes("a", for: target) == nil)
      #expect(content.sideValue(for: target, atoms) == nil)
    }
  }
}

@Suite struct `A property's value` {
  @Test func `is as large as what travels`() {
    #expect(PropertyValue.bytes([1, 2, 3], type: 1).byteCount == 3)
    #expect(PropertyValue.words([1, 2, 3], type: 1).byteCount == 12)
  }
}
