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

  private func events(_ press: KeyPress?, typing text: String) -> [String] {
    var events: [String] = []
    let bytes = Array(text.utf8)
    InputEvent.forEach(press: press, typing: bytes.span) { event in
      switch event {
      case .keyPressed(let press): events.append("\(press.key) \(press.text.text)")
      case .textCommitted(let text): events.append("commit \(text.text)")
      default: events.append("?")
      }
    }
    return events
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
    #expect(events(KeyPress(.character("a")), typing: "A") == ["\(Key.character("a")) A"])
    #expect(events(KeyPress(.enter), typing: "\r") == ["enter "])
  }

  @Test func `continues as a commit if one key types more than a value`() {
    let text = String(repeating: "密", count: 11)
    let expected = ["enter \(String(repeating: "密", count: 10))", "commit 密"]
    #expect(events(KeyPress(.enter), typing: text) == expected)
  }

  @Test func `is committed if no key belongs to it`() {
    #expect(events(nil, typing: "é") == ["commit é"])
    #expect(events(nil, typing: "") == [])
  }

  @Test(arguments: [.control, .alt, .super] as [Modifiers])
  func `is empty for a command`(modifier: Modifiers) {
    let press = KeyPress(.character("é"), modifiers: modifier)
    #expect(events(press, typing: "é") == ["\(Key.character("é")) "])
  }

  @Test func `identifies a key without a symbol of its own`() {
    #expect(events(KeyPress(.unidentified), typing: "Ф") == ["\(Key.character("ф")) Ф"])
  }
}

extension TypedText {
  fileprivate var text: String {
    withUTF8 { utf8 in utf8.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) } }
  }
}
