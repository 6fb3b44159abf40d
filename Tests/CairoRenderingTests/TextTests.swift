import CairoRendering
import Scene
import TestSupport
import Testing

@Suite struct `Rendered text` {
  private let renderer: Renderer

  init() throws { renderer = try Renderer(fonts: .test) }

  private func style(_ size: Double, _ weight: TextStyle.Weight = .regular) -> TextStyle {
    TextStyle(family: "Inter", size: size, weight: weight)
  }

  @Test(arguments: [11.0, 13, 17, 28])
  func `has metrics in proportion to its size`(size: Double) {
    let small = renderer.metrics(of: "Re-enter password", style: style(size))
    let large = renderer.metrics(of: "Re-enter password", style: style(size * 4))
    #expect(abs(large.advance - 4 * small.advance) < 0.1)
    #expect(abs(large.ascent - 4 * small.ascent) < 0.01)
    #expect(abs(large.descent - 4 * small.descent) < 0.01)
  }

  @Test func `has the metrics of the font file`() {
    // Inter's ascender, descender and the advance of `H`, in its em square of 2816 units.
    let metrics = renderer.metrics(of: "H", style: style(2816))
    #expect(metrics.ascent.rounded() == 2728)
    #expect(metrics.descent.rounded() == 680)
    #expect(metrics.ink.minY.rounded() == -2048)
    #expect(metrics.ink.maxY.rounded() == 0)
  }

  @Test func `has the same line height for any characters`() {
    let heights = ["", "x", "Åg̈", "漢字", "😀"].map { text in
      renderer.metrics(of: text, style: style(13)).height
    }
    #expect(Set(heights).count == 1)
  }

  @Test func `falls back to the next family when a family is not installed`() {
    let fallback = TextStyle(family: "No Such Family, Inter", size: 13)
    #expect(
      renderer.metrics(of: "Submit", style: fallback)
        == renderer.metrics(of: "Submit", style: style(13)))
  }

  @Test func `is measured again after a change of the preferred family`() {
    let other = TextStyle(family: "No Such Family", size: 13)
    let expected = renderer.metrics(of: "Submit", style: style(13))
    for family in ["Inter", "No Such Family, Inter", nil] {
      renderer.preferredFamily = family
      #expect(renderer.metrics(of: "Submit", style: style(13)) == expected)
    }
    renderer.preferredFamily = "Inter"
    #expect(renderer.metrics(of: "Submit", style: other) == expected)
  }

  @Test func `is a single line when it contains line separators`() {
    let metrics = renderer.metrics(of: "a\nb\u{2029}c", style: style(13))
    #expect(metrics.height == renderer.metrics(of: "a", style: style(13)).height)
    #expect(metrics.advance > renderer.metrics(of: "abc", style: style(13)).advance)
  }

  @Test func `is rounded to whole pixels with the whole-pixel placement`() throws {
    let aligned = try picture("Drag me!", style(28), at: Point(x: 20, y: 60), .wholePixels)
    let fractional = try picture("Drag me!", style(28), at: Point(x: 20.4, y: 59.6), .wholePixels)
    #expect(ImageDifference(aligned, fractional).isNone)
  }

  @Test func `moves by fractions of a pixel with the exact placement`() throws {
    let aligned = try picture("Drag me!", style(28), at: Point(x: 20, y: 60), .exact)
    let fractional = try picture("Drag me!", style(28), at: Point(x: 20.5, y: 60), .exact)
    let moved = centerOfInk(fractional) - centerOfInk(aligned)
    // FreeType rounds the coverage of each pixel down, so the edges of letters differ slightly.
    #expect(abs(moved.dx - 0.5) < 0.02 && abs(moved.dy) < 0.001)
  }

  @Test(arguments: seeds(20)) func `paints only in the pixels of its ink and adjacent pixels`(
    seed: Int
  ) throws {
    var generator = SeededGenerator(seed: seed)
    let style = style(.random(in: 7...30, using: &generator), .bold)
    let origin = Point(
      x: .random(in: 10...30, using: &generator), y: .random(in: 40...60, using: &generator))
    let ink = renderer.metrics(of: "jÅgf", style: style).ink.offset(by: origin - .zero)
    let allowed = PixelRect(covering: ink, scale: 1).outset(by: 1)
    let picture = try picture("jÅgf", style, at: origin, .exact)
    for y in 0..<160 {
      for x in 0..<160 where picture[x, y] != 0 {
        let pixel = PixelRect(x: x, y: y, width: 1, height: 1)
        if !allowed.intersects(pixel) { Issue.record("ink at \(x), \(y)") }
      }
    }
    #expect(!ImageDifference(picture, ImageBuffer(width: 160, height: 160)).isNone)
  }

  private func picture(
    _ string: String, _ style: TextStyle, at origin: Point, _ placement: TextPlacement
  ) throws -> ImageBuffer {
    try draw(size: 160) { list in
      list.text(
        string, style, .black, at: origin, metrics: renderer.metrics(of: string, style: style),
        placement: placement)
    }
  }

  private func centerOfInk(_ picture: borrowing ImageBuffer) -> Point {
    var (sum, moments) = (0.0, Vector.zero)
    for y in 0..<picture.height {
      for x in 0..<picture.width {
        let weight = Double(picture[x, y] >> 24)
        sum += weight
        moments = moments + Vector(dx: Double(x), dy: Double(y)) * weight
      }
    }
    return .zero + moments * (1 / sum)
  }
}
