import TestSupport
import Testing

@testable import Tactile

/// Parses the text of a position. `nil` if it is invalid.
private func parsed(_ text: String) -> SavedButtonPosition? {
  try? SavedButtonPosition(parsing: Array(text.utf8))
}

@Suite struct `Saved button position` {
  @Test func `B11 is written as readable text`() throws {
    let position = try #require(SavedButtonPosition(x: 1, y: 0.5, edge: .trailing))
    #expect(position.text == "version = 1\nedge = trailing\nx = 1.0\ny = 0.5\n")
    let free = try #require(SavedButtonPosition(x: 0.25, y: 0))
    #expect(free.text == "version = 1\nx = 0.25\ny = 0.0\n")
  }

  @Test(arguments: seeds(200))
  func `B11 is parsed without loss of precision`(seed: Int) throws {
    var random = SeededGenerator(seed: seed)
    let sizes = [1, 1, 0.1, 1e-20, .leastNonzeroMagnitude]
    let fractions = (0..<2).map { _ in
      Double.random(in: 0...1, using: &random) * (sizes.randomElement(using: &random) ?? 1)
    }
    let edge = SavedButtonPosition.Edge.allCases.randomElement(using: &random)
    let written = try #require(SavedButtonPosition(x: fractions[0], y: fractions[1], edge: edge))
    #expect(parsed(written.text) == written)
  }

  @Test func `accepts manually written text`() {
    let text = "\n\t y =0.5 \r\n x= 1e-3\r\nversion=1\nedge =  top\n\nshadow = long = and dark\n"
    #expect(parsed(text) == SavedButtonPosition(x: 0.001, y: 0.5, edge: .top))
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, -0.001, 1.001, -.leastNonzeroMagnitude])
  func `rejects fractions outside the window`(fraction: Double) {
    #expect(SavedButtonPosition(x: fraction, y: 0.5) == nil)
    #expect(SavedButtonPosition(x: 0.5, y: fraction) == nil)
  }

  @Test(arguments: [
    "", "\n\n", "version = 1", "x = 1\ny = 1", "version = 1\nx = 1", "version = 1\ny = 1",
    "version = 2\nx = 1\ny = 1", "version =\nx = 1\ny = 1", "version = 01\nx = 1\ny = 1",
    "version = 1\nx = 1\nx = 1\ny = 1", "version = 1\nversion = 1\nx = 1\ny = 1",
    "version = 1\nx = 1\ny = 1\nnew = 1\nnew = 2", "version = 1\nx = 1\ny = 1\nnoise",
    "version = 1\nx = nan\ny = 1", "version = 1\nx = inf\ny = 1", "version = 1\nx = 1.1\ny = 1",
    "version = 1\nx = -1\ny = 1", "version = 1\nx = 0x1p-2\ny = 1", "version = 1\nx =\ny = 1",
    "version = 1\nx = 0,5\ny = 1", "version = 1\nx = 1e999\ny = 1", "version = 1\nx = .5.\ny = 1",
    "version = 1\nedge = left\nx = 1\ny = 1", "version = 1\nedge =\nx = 1\ny = 1",
  ])
  func `rejects incomplete or invalid text`(text: String) {
    #expect(throws: SavedButtonPosition.ParseError.self) {
      try SavedButtonPosition(parsing: Array(text.utf8))
    }
  }

  @Test func `rejects invalid UTF-8`() {
    let bytes = Array("version = 1\nx = 1\ny = 1\nname = ".utf8) + [0xC3, 0x28]
    #expect(throws: SavedButtonPosition.ParseError(reason: "file is not valid UTF-8")) {
      try SavedButtonPosition(parsing: bytes)
    }
  }

  @Test func `accepts at most 4096 bytes`() {
    let start = "version = 1\nx = 1\ny = 1\nrest = "
    let longest = start + String(repeating: "a", count: 4096 - start.utf8.count)
    #expect(parsed(longest) != nil)
    #expect(parsed(longest + "a") == nil)
  }

  /// Texts that differ from a valid one in a few bytes are parsed or rejected. A parsed text is a
  /// valid position.
  @Test(arguments: seeds(20))
  func `parses or rejects randomly modified text`(seed: Int) throws {
    var random = SeededGenerator(seed: seed)
    let good = Array(try #require(SavedButtonPosition(x: 1, y: 0.5, edge: .trailing)).text.utf8)
    for _ in 0..<500 {
      var bytes = good
      for _ in 0...Int.random(in: 0..<6, using: &random) { mutate(&bytes, using: &random) }
      guard let position = try? SavedButtonPosition(parsing: bytes) else { continue }
      #expect((0...1).contains(position.x) && (0...1).contains(position.y))
      #expect(try SavedButtonPosition(parsing: Array(position.text.utf8)) == position)
    }
  }

  private func mutate(_ bytes: inout [UInt8], using random: inout SeededGenerator) {
    let significant = Array("=\n 0159.-e\0\u{2028}xyversionedge".utf8)
    let byte =
      Bool.random(using: &random)
      ? UInt8.random(in: 0 ... .max, using: &random)
      : significant.randomElement(using: &random) ?? 0
    let index = Int.random(in: 0...bytes.count, using: &random)
    switch Int.random(in: 0..<4, using: &random) {
    case 0: bytes.insert(byte, at: index)
    case 1 where index < bytes.count: bytes.remove(at: index)
    case 2: bytes.insert(contentsOf: bytes.suffix(from: index), at: index)
    case _ where index < bytes.count: bytes[index] = byte
    default: break
    }
  }
}
