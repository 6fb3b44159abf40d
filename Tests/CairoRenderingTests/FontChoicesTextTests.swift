import Scene
import TestSupport
import Testing

@testable import CairoRendering

@Suite struct `The text of remembered fonts` {
  @Test func `tells them all`() throws {
    var choices = FontChoices.sample
    choices.add(FontChoice(request: FontRequest(family: "", weight: 1), file: nil))
    let text = try #require(choices.text)
    #expect(FontChoices(text: text) == choices)
    choices.preferredFamily = nil
    #expect(choices.text.flatMap(FontChoices.init) == choices)
  }

  @Test(arguments: ["\t", "\n"]) func `is none where a name would break it`(sign: String) {
    var choices = FontChoices.sample
    #expect(choices.text != nil)
    choices.preferredFamily = "a\(sign)b"
    #expect(choices.text == nil)
    choices.preferredFamily = nil
    choices.add(FontChoice(request: FontRequest(family: "a\(sign)b", weight: 400), file: nil))
    #expect(choices.text == nil)
  }

  @Test func `is none of which a part is missing`() throws {
    let lines = try #require(FontChoices.sample.text).split(separator: "\n")
    for count in lines.indices {
      #expect(FontChoices(text: lines[..<count].map { "\($0)\n" }.joined()) == nil)
    }
    #expect(lines.count > 4)
  }

  @Test(arguments: 0..<200) func `harms nobody where it is damaged`(seed: Int) throws {
    var generator = SeededGenerator(seed: seed)
    var bytes = Array(try #require(FontChoices.sample.text).utf8)
    for _ in 0..<Int.random(in: 1...4, using: &generator) {
      let index = Int.random(in: bytes.indices, using: &generator)
      switch Int.random(in: 0..<3, using: &generator) {
      case 0: bytes.removeSubrange(index...)
      case 1: bytes[index] = UInt8.random(in: 0...0x7F, using: &generator)
      default: bytes.insert(UInt8(ascii: "\t"), at: index)
      }
      if bytes.isEmpty { break }
    }
    // Either it is seen to be damaged, or it is read as what it says, which still can be used.
    guard let read = FontChoices(text: String(decoding: bytes, as: UTF8.self)) else { return }
    #expect(read.text.flatMap(FontChoices.init) == read)
    let renderer = try Renderer(knowing: read)
    let style = TextStyle(family: "Inter", size: 13)
    #expect(renderer.metrics(of: "Submit", style: style).advance > 0)
  }
}
