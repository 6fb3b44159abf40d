import CX11
import Scene
import TestSupport
import Testing

@testable import Windowing

@Suite struct `Typed text events` {
  private func pieces(of text: String) -> [String] {
    var pieces: [String] = []
    let bytes = Array(text.utf8)
    TypedText.forEachChunk(of: bytes.span) { pieces.append($0.text) }
    return pieces
  }

  private func typed(_ symbol: Int32, unmodified: Int32? = nil, state: Int32 = 0) -> String {
    let symbols = KeySymbols(
      keycode: 0, symbol: KeySym(symbol), unmodified: KeySym(unmodified ?? symbol))
    let press = KeyPress(symbols, state: UInt32(state), isRepeat: false)
    return "\(press.key) \(press.text.text)"
  }

  @Test(arguments: seeds(50))
  func `equals the concatenation of its chunks`(seed: Int) {
    var random = SeededGenerator(seed: seed)
    let alphabet: [Character] = ["a", "é", "密", "🔑", "👩‍👩‍👧"]
    let characters = (0..<40).map { _ in alphabet.randomElement(using: &random) ?? "a" }
    let pieces = pieces(of: String(characters))
    #expect(pieces.joined() == String(characters))
    #expect(pieces.allSatisfy { (1...TypedText.capacity).contains($0.utf8.count) })
  }

  @Test func `contains no control characters`() {
    #expect(pieces(of: "\r") == [])
    #expect(pieces(of: "\u{7F}\u{80}") == [])
    #expect(pieces(of: "a\tb\n") == ["a", "b"])
  }

  @Test func `is dropped if it is not UTF-8`() {
    var count = 0
    let bytes: [UInt8] = [0x61, 0xFF]
    TypedText.forEachChunk(of: bytes.span) { _ in count += 1 }
    #expect(count == 0)
  }

  @Test func `is sent with the key that types it`() {
    #expect(typed(XK_A, unmodified: XK_a, state: ShiftMask) == "\(Key.character("a")) A")
    #expect(typed(XK_Return) == "enter ")
  }

  @Test(arguments: [ControlMask, Mod1Mask, Mod4Mask])
  func `is empty for a command`(state: Int32) {
    #expect(typed(XK_eacute, state: state) == "\(Key.character("é")) ")
  }

  @Test func `identifies a key without a symbol of its own`() {
    #expect(typed(XK_Cyrillic_EF, unmodified: 0) == "\(Key.character("ф")) Ф")
  }
}

extension TypedText {
  fileprivate var text: String {
    withUTF8 { utf8 in utf8.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) } }
  }
}
