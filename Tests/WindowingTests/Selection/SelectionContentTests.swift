import CX11
import Scene
import Testing

@testable import Windowing
@testable import X11

@Suite struct `Selection content` {
  private let atoms = Atoms.numbered
  private let start = ServerTime(4711)

  private func bytes(_ text: String, for target: Atom) -> [UInt8]? {
    let content = SelectionContent(DataProvider(text: text), since: start)
    return content.bytes(for: target, atoms)
  }

  private var textTargets: [Atom] {
    [atoms[.utf8String], atoms[.plainTextInUTF8], atoms[.plainText], XA_STRING]
  }

  @Test func `is encoded on request`() {
    var count = 0
    let text = DataProvider.Representation(.text) {
      count += 1
      return [65]
    }
    let content = SelectionContent(DataProvider([text]), since: start)
    for target in [atoms[.targets], atoms[.timestamp], atoms[.saveTargets]] {
      #expect(content.metadataValue(for: target, atoms) != nil)
    }
    #expect(count == 0)
    for target in textTargets { #expect(content.bytes(for: target, atoms) == [65]) }
    #expect(count == textTargets.count)
  }

  @Test func `provides UTF-8 for all of its target names`() {
    for target in textTargets.dropLast() {
      #expect(bytes("密é\r\u{7F}", for: target) == Array("密é\r\u{7F}".utf8))
      #expect(bytes("", for: target) == [])
    }
  }

  @Test func `provides Latin-1 if it has all characters of the text`() {
    #expect(bytes("é\tÿ\n\u{A0}~", for: XA_STRING) == [0xE9, 0x09, 0xFF, 0x0A, 0xA0, 0x7E])
  }

  @Test(arguments: ["€", "e\u{301}", "密", "\r", "\u{1B}", "\0", "\u{7F}", "\u{85}", "\u{9F}"])
  func `refuses Latin-1 if the text has other characters`(text: String) {
    #expect(bytes("a" + text, for: XA_STRING) == nil)
  }
}
