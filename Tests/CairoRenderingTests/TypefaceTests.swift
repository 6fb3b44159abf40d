import Glibc
import Scene
import ScreenDriver
import TestSupport
import Testing

@testable import CairoRendering

@Suite struct `Typeface of a font file` {
  /// Returns the advance of "A": 500 font units in the default instance of `Bars`, up to 100 more
  /// by weight and up to 500 more by width.
  private func advance(_ index: UInt32 = 0, _ variations: String = "") throws -> Double {
    let typeface = try #require(
      Typeface(FontFile("\(repositoryRoot)/\(bars)", index: index, variations: variations)))
    return try advance(in: typeface)
  }

  private func advance(in typeface: Typeface) throws -> Double {
    let buffer = try #require(GlyphBuffer())
    _ = buffer.shape("A".utf8Span.span, in: typeface)
    return buffer.line().advance
  }

  @Test func `applies the variations of its axes`() throws {
    #expect(try advance() == 500)
    #expect(try advance(0, "wght=650") == 550)
    #expect(try advance(0, "wght=900,wdth=150") == 850)
    // FreeType's flag for no named instance.
    #expect(try advance(0x8000_0000, "wght=900") == 600)
  }

  @Test func `applies the variations of a named instance`() throws {
    #expect(try advance(1 << 16) == 500)
    #expect(try advance(2 << 16) == 1050)
  }

  @Test(arguments: ["=", ",", "wght", "wght=", "nope=7", "wght=x,=,", "\u{0}=9", "wght=1e999"])
  func `ignores unknown axes and invalid variations`(variations: String) throws {
    let advance = try advance(9 << 16, variations)
    #expect((500...600).contains(advance))
  }

  @Test func `has the weight of the style in a fontconfig match`() throws {
    let cache = try TypefaceCache(.supplementary, cachedMatches: nil)
    let weights = [TextStyle.Weight.regular, .medium, .semibold, .bold]
    let advances = try weights.map { weight in
      let style = TextStyle(family: "Bars", size: 13, weight: weight)
      return try advance(in: try #require(cache.typeface(for: style)))
    }
    #expect(advances == [500, 520, 540, 560])
  }

  @Test func `is nil when the file is empty, missing or not a font`() throws {
    let directory = try TemporaryDirectory()
    let path = "\(directory.path)/font.ttf"
    #expect(Typeface(FontFile(path)) == nil)
    for text in ["", "noise", String(repeating: "\u{0}", count: 4096)] {
      try write(text, toFile: path)
      #expect(Typeface(FontFile(path)) == nil)
    }
    #expect(Typeface(FontFile(directory.path)) == nil)
  }

  @Test(arguments: [bars, "assets/fonts/Inter-Regular.otf"], seeds(24))
  func `does not crash when its file is damaged`(file: String, seed: Int) throws {
    var generator = SeededGenerator(seed: seed)
    let directory = try TemporaryDirectory()
    var bytes = try bytes(ofFile: "\(repositoryRoot)/\(file)")
    for _ in 0..<Int.random(in: 0...40, using: &generator) {
      let index = Int.random(in: bytes.indices, using: &generator)
      bytes[index] = .random(in: 0...255, using: &generator)
    }
    if Bool.random(using: &generator) {
      bytes.removeSubrange(Int.random(in: bytes.indices, using: &generator)...)
    }
    try write(bytes, toFile: "\(directory.path)/font")
    guard let typeface = Typeface(FontFile("\(directory.path)/font")) else { return }
    let buffer = try #require(GlyphBuffer())
    _ = buffer.shape("AV To office".utf8Span.span, in: typeface)
    let rasterizer = try #require(GlyphRasterizer())
    let line = HarfBuzzLine(of: buffer, size: 13, in: typeface, by: rasterizer)
    let surface = try CairoSurface(coverageWidth: 100, height: 30)
    line.draw(on: surface, at: Point(x: 4, y: 20), scale: 1)
  }
}

extension FontFile {
  /// Creates a font file with the current state of a file.
  init(_ path: String, index: UInt32 = 0, variations: String = "") {
    self.init(stamp: FileStamp(of: path), index: index, variations: variations)
  }
}
