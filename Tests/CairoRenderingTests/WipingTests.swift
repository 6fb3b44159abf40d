import Scene
import TestSupport
import Testing

@testable import CairoRendering

/// Looked at in the memory itself, while its owner still has it.
@Suite struct `What tells a secret` {
  private let typeface: Typeface

  init() throws { typeface = try #require(Typeface(FontFile("\(repositoryRoot)/\(bars)"))) }

  private func isZero(_ memory: [UnsafeMutableRawBufferPointer]) -> Bool {
    memory.allSatisfy { $0.allSatisfy { $0 == 0 } }
  }

  /// The last of these becomes fewer glyphs than it has characters.
  @Test(arguments: ["A", "AVTo", "ffi", "AffiAffi"])
  func `is overwritten in a buffer of glyphs`(text: String) {
    let buffer = GlyphBuffer()
    buffer.shape("oooooooo".utf8Span.span, in: typeface)
    let room = buffer.memory
    buffer.wipe()
    buffer.shape(text.utf8Span.span, in: typeface)
    #expect(buffer.memory.map(\.baseAddress) == room.map(\.baseAddress) && !isZero(room))
    #expect(text.contains("ffi") == (buffer.memory[0].count / 20 < text.utf8.count))
    buffer.wipe()
    #expect(isZero(room))
  }

  @Test func `stays where it was in a buffer that comes to hold more`() {
    let buffer = GlyphBuffer()
    buffer.shape("A".utf8Span.span, in: typeface)
    let room = buffer.memory.map(\.baseAddress)
    buffer.shape(String(repeating: "A", count: 1024).utf8Span.span, in: typeface)
    #expect(buffer.memory.map(\.baseAddress) == room)
  }

  @Test func `is overwritten in a plain line`() throws {
    let buffer = GlyphBuffer()
    buffer.shape("AVTo".utf8Span.span, in: typeface)
    let line = PlainLine(
      of: buffer, size: 13, in: typeface, by: try #require(GlyphOutline()))
    let glyphs = line.glyphs.withUnsafeBytes { UnsafeMutableRawBufferPointer(mutating: $0) }
    #expect(glyphs.count == 4 * MemoryLayout<PlacedGlyph>.stride && !isZero([glyphs]))
    line.wipe()
    #expect(isZero([glyphs]))
  }

  @Test func `is overwritten in an outline`() {
    var contours = Contours()
    contours.begin(at: (1, 1), scale: 3)
    for number in 1...100 { contours.append(Float(number), Float(number), isOnCurve: number < 50) }
    contours.close()
    contours.append(1, 1)
    contours.close()
    let memory = contours.memory
    #expect(memory.map(\.count) == [101 * 16, 101, 4])
    #expect(memory.allSatisfy { !isZero([$0]) })
    contours.wipe()
    #expect(isZero(memory))
    let count = contours.memory.map(\.count)
    #expect(count == [0, 0, 0])
  }

  @Test func `is never copied to where an outline has more room`() {
    var contours = Contours()
    let start = contours.memory.map(\.baseAddress)
    for _ in 0..<40_000 {
      contours.append(1, 1)
      contours.close()
    }
    let memory = contours.memory
    #expect(memory.map(\.baseAddress) == start)
    #expect(memory.map(\.count) == [32_767 * 16, 32_767, 2 * 32_767])
  }

  @Test func `is overwritten as soon as a glyph is drawn`() throws {
    let outline = try #require(GlyphOutline())
    let buffer = GlyphBuffer()
    buffer.shape("A".utf8Span.span, in: typeface)
    let line = PlainLine(of: buffer, size: 13, in: typeface, by: outline)
    let surface = try CairoSurface(coverageWidth: 30, height: 30)
    let room = outline.contours.memory.map(\.baseAddress)
    line.draw(on: surface, at: Point(x: 4, y: 20), scale: 1)
    let isDrawn = surface.withBytes { $0.contains { $0 > 0 } }
    #expect(isDrawn)
    for start in room {
      let byte = try #require(start).load(as: UInt8.self)
      #expect(byte == 0)
    }
  }
}
