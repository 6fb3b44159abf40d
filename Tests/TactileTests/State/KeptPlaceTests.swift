import TestSupport
import Testing

@testable import Tactile

/// Reads a text of a place; `nil` where it is damaged.
private func place(_ text: String) -> KeptPlace? { try? KeptPlace(parsing: Array(text.utf8)) }

@Suite struct `A kept place` {
  @Test func `B11 is written as lines that a person can read`() throws {
    let place = try #require(KeptPlace(x: 1, y: 0.5, edge: .trailing))
    #expect(place.text == "version = 1\nedge = trailing\nx = 1.0\ny = 0.5\n")
    let free = try #require(KeptPlace(x: 0.25, y: 0))
    #expect(free.text == "version = 1\nx = 0.25\ny = 0.0\n")
  }

  @Test(arguments: 0..<200)
  func `B11 is read back to the last bit`(seed: Int) throws {
    var random = SeededGenerator(seed: seed)
    let sizes = [1, 1, 0.1, 1e-20, .leastNonzeroMagnitude]
    let fractions = (0..<2).map { _ in
      Double.random(in: 0...1, using: &random) * (sizes.randomElement(using: &random) ?? 1)
    }
    let edge = KeptPlace.Edge.allCases.randomElement(using: &random)
    let written = try #require(KeptPlace(x: fractions[0], y: fractions[1], edge: edge))
    #expect(place(written.text) == written)
  }

  @Test func `may be written by hand`() {
    let text = "\n\t y =0.5 \r\n x= 1e-3\r\nversion=1\nedge =  top\n\nshadow = long = and dark\n"
    #expect(place(text) == KeptPlace(x: 0.001, y: 0.5, edge: .top))
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, -0.001, 1.001, -.leastNonzeroMagnitude])
  func `is nowhere outside the window`(fraction: Double) {
    #expect(KeptPlace(x: fraction, y: 0.5) == nil)
    #expect(KeptPlace(x: 0.5, y: fraction) == nil)
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
  func `is damaged where its text is not whole`(text: String) {
    #expect(throws: KeptPlace.Damage.self) { try KeptPlace(parsing: Array(text.utf8)) }
  }

  @Test func `is damaged where its bytes are no text`() {
    let bytes = Array("version = 1\nx = 1\ny = 1\nname = ".utf8) + [0xC3, 0x28]
    #expect(throws: KeptPlace.Damage(reason: "it is no text")) { try KeptPlace(parsing: bytes) }
  }

  @Test func `is read up to 4096 bytes and no further`() {
    let start = "version = 1\nx = 1\ny = 1\nrest = "
    let longest = start + String(repeating: "a", count: 4096 - start.utf8.count)
    #expect(place(longest) != nil)
    #expect(place(longest + "a") == nil)
  }

  /// Texts that differ from a good one in a few bytes are read or refused, and what is read is a
  /// place.
  @Test(arguments: 0..<20)
  func `is a place or damaged, whatever is written`(seed: Int) throws {
    var random = SeededGenerator(seed: seed)
    let good = Array(try #require(KeptPlace(x: 1, y: 0.5, edge: .trailing)).text.utf8)
    for _ in 0..<500 {
      var bytes = good
      for _ in 0...Int.random(in: 0..<6, using: &random) { mutate(&bytes, using: &random) }
      guard let place = try? KeptPlace(parsing: bytes) else { continue }
      #expect((0...1).contains(place.x) && (0...1).contains(place.y))
      #expect(try KeptPlace(parsing: Array(place.text.utf8)) == place)
    }
  }

  private func mutate(_ bytes: inout [UInt8], using random: inout SeededGenerator) {
    let telling = Array("=\n 0159.-e\0\u{2028}xyversionedge".utf8)
    let byte =
      Bool.random(using: &random)
      ? UInt8.random(in: 0 ... .max, using: &random)
      : telling.randomElement(using: &random) ?? 0
    let place = Int.random(in: 0...bytes.count, using: &random)
    switch Int.random(in: 0..<4, using: &random) {
    case 0: bytes.insert(byte, at: place)
    case 1 where place < bytes.count: bytes.remove(at: place)
    case 2: bytes.insert(contentsOf: bytes.suffix(from: place), at: place)
    case _ where place < bytes.count: bytes[place] = byte
    default: break
    }
  }
}
