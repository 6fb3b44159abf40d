import Scene
import TestSupport
import Testing

@testable import CairoRendering

/// Tests that inspect the memory while its owner still holds it.
@Suite struct `Glyph memory wiping` {
  private let typeface: Typeface

  init() throws { typeface = try #require(Typeface(FontFile("\(repositoryRoot)/\(bars)"))) }

  private func isZero(_ memory: [UnsafeMutableRawBufferPointer]) -> Bool {
    memory.allSatisfy { $0.allSatisfy { $0 == 0 } }
  }

  /// The texts with ligatures have fewer glyphs than characters.
  @Test(arguments: ["A", "AVTo", "ffi", "AffiAffi"])
  func `overwrites the content of a glyph buffer`(text: String) throws {
    let buffer = try #require(GlyphBuffer())
    _ = buffer.shape("oooooooo".utf8Span.span, in: typeface)
    let memory = buffer.memory
    buffer.wipe()
    _ = buffer.shape(text.utf8Span.span, in: typeface)
    #expect(buffer.memory.map(\.baseAddress) == memory.map(\.baseAddress) && !isZero(memory))
    #expect(text.contains("ffi") == (buffer.memory[0].count / 20 < text.utf8.count))
    buffer.wipe()
    #expect(isZero(memory))
  }

  @Test func `finds a glyph buffer at the same address when its content grows`() throws {
    let buffer = try #require(GlyphBuffer())
    _ = buffer.shape("A".utf8Span.span, in: typeface)
    let addresses = buffer.memory.map(\.baseAddress)
    _ = buffer.shape(String(repeating: "A", count: 1024).utf8Span.span, in: typeface)
    #expect(buffer.memory.map(\.baseAddress) == addresses)
  }

  @Test func `overwrites the glyphs of a HarfBuzz line`() throws {
    let buffer = try #require(GlyphBuffer())
    _ = buffer.shape("AVTo".utf8Span.span, in: typeface)
    let line = HarfBuzzLine(
      of: buffer, size: 13, in: typeface, by: try #require(GlyphRasterizer()))
    let glyphs = line.glyphs.withUnsafeBytes { UnsafeMutableRawBufferPointer(mutating: $0) }
    #expect(glyphs.count == 4 * MemoryLayout<PlacedGlyph>.stride && !isZero([glyphs]))
    line.wipe()
    #expect(isZero([glyphs]))
  }

  @Test func `overwrites the points of an outline`() {
    var outline = FreeTypeOutline()
    outline.begin(at: (1, 1), scale: 3)
    for number in 1...100 { outline.append(Float(number), Float(number), isOnCurve: number < 50) }
    outline.close()
    outline.append(1, 1)
    outline.close()
    let memory = outline.memory
    #expect(memory.map(\.count) == [101 * 16, 101, 4])
    #expect(memory.allSatisfy { !isZero([$0]) })
    outline.wipe()
    #expect(isZero(memory))
    let count = outline.memory.map(\.count)
    #expect(count == [0, 0, 0])
  }

  @Test func `finds an outline at the same address up to its maximum number of points`() {
    var outline = FreeTypeOutline()
    let start = outline.memory.map(\.baseAddress)
    for _ in 0..<40_000 {
      outline.append(1, 1)
      outline.close()
    }
    let memory = outline.memory
    #expect(memory.map(\.baseAddress) == start)
    #expect(memory.map(\.count) == [32_767 * 16, 32_767, 2 * 32_767])
  }

  @Test func `overwrites an outline after drawing its glyph`() throws {
    let rasterizer = try #require(GlyphRasterizer())
    let buffer = try #require(GlyphBuffer())
    _ = buffer.shape("A".utf8Span.span, in: typeface)
    let line = HarfBuzzLine(of: buffer, size: 13, in: typeface, by: rasterizer)
    let surface = try CairoSurface(coverageWidth: 30, height: 30)
    let addresses = rasterizer.outline.memory.map(\.baseAddress)
    line.draw(on: surface, at: Point(x: 4, y: 20), scale: 1)
    let isDrawn = surface.withBytes { $0.contains { $0 > 0 } }
    #expect(isDrawn)
    for start in addresses {
      let byte = try #require(start).load(as: UInt8.self)
      #expect(byte == 0)
    }
  }
}
