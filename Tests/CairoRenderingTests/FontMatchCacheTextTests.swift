import Scene
import TestSupport
import Testing

@testable import CairoRendering

@Suite struct `Font match cache text` {
  @Test func `restores all matches`() throws {
    var matches = FontMatchCache.sample
    matches.add(FontMatch(request: FontRequest(family: "", weight: 1), file: nil))
    let text = try #require(matches.text)
    #expect(FontMatchCache(text: text) == matches)
    matches.preferredFamily = nil
    #expect(matches.text.flatMap(FontMatchCache.init) == matches)
  }

  @Test(arguments: ["\t", "\n"]) func `is nil when a name contains a separator`(sign: String) {
    var matches = FontMatchCache.sample
    #expect(matches.text != nil)
    matches.preferredFamily = "a\(sign)b"
    #expect(matches.text == nil)
    matches.preferredFamily = nil
    matches.add(FontMatch(request: FontRequest(family: "a\(sign)b", weight: 400), file: nil))
    #expect(matches.text == nil)
  }

  @Test func `is rejected when lines are missing`() throws {
    let lines = try #require(FontMatchCache.sample.text).split(separator: "\n")
    for count in lines.indices {
      #expect(FontMatchCache(text: lines[..<count].map { "\($0)\n" }.joined()) == nil)
    }
    #expect(lines.count > 4)
  }

  @Test(arguments: seeds(200)) func `is rejected or usable when it is damaged`(seed: Int) throws {
    var generator = SeededGenerator(seed: seed)
    var bytes = Array(try #require(FontMatchCache.sample.text).utf8)
    for _ in 0..<Int.random(in: 1...4, using: &generator) {
      let index = Int.random(in: bytes.indices, using: &generator)
      switch Int.random(in: 0..<3, using: &generator) {
      case 0: bytes.removeSubrange(index...)
      case 1: bytes[index] = UInt8.random(in: 0...0x7F, using: &generator)
      default: bytes.insert(UInt8(ascii: "\t"), at: index)
      }
      if bytes.isEmpty { break }
    }
    // Either the damage is detected, or the text is a valid cache with other content.
    guard let read = FontMatchCache(text: String(decoding: bytes, as: UTF8.self)) else { return }
    #expect(read.text.flatMap(FontMatchCache.init) == read)
    let renderer = try Renderer(cachedMatches: read)
    let style = TextStyle(family: "Inter", size: 13)
    #expect(renderer.metrics(of: "Submit", style: style).advance > 0)
  }
}
