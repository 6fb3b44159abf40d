import Scene
import TestSupport
import Testing

@testable import CairoRendering

@Suite struct `Text without Pango` {
  private let style = TextStyle(family: "Inter", size: 24)
  private let shaper: TextShaper

  init() throws {
    shaper = try TextShaper(typefaces: try TypefaceCache(.test, cachedMatches: nil), pango: "libnothing.so.0")
  }

  /// Expects that `draw` draws something.
  private func expectInk(_ draw: (borrowing CairoSurface) throws -> Void) throws {
    let surface = try CairoSurface(coverageWidth: 120, height: 40)
    try draw(surface)
    let isInk = surface.withBytes { $0.contains { $0 > 128 } }
    #expect(isInk)
  }

  @Test func `has the same metrics for simple-script text`() throws {
    let withPango = try TextShaper(typefaces: try TypefaceCache(.test, cachedMatches: nil))
    #expect(shaper.metrics(of: "AV", style: style) == withPango.metrics(of: "AV", style: style))
  }

  @Test(arguments: ["漢字", "שלום", "a👍b"])
  func `is drawn with a glyph for each missing character`(text: String) throws {
    let metrics = shaper.metrics(of: text, style: style)
    let missing = shaper.metrics(of: "\u{FFFF}", style: style)
    #expect(metrics.advance >= missing.advance && missing.advance > 0)
    #expect(metrics.height == shaper.metrics(of: "x", style: style).height)
    let line = try #require(shaper.line(text, style: style))
    try expectInk { line.draw(on: $0, at: Point(x: 4, y: 30), scale: 1) }
  }

  @Test(arguments: ["A", "漢", "👍"])
  func `is drawn for each grapheme of a secret`(grapheme: String) throws {
    let advance = shaper.secretMetrics(of: grapheme.utf8Span.span, style: style).advance
    #expect(advance == shaper.metrics(of: grapheme, style: style).advance && advance > 0)
    try expectInk { surface in
      let drawn = shaper.draw(
        secret: grapheme.utf8Span.span, style: style, on: surface, at: Point(x: 4, y: 30), scale: 1)
      #expect(drawn == advance)
    }
  }
}
