import CairoRendering
import Scene
import TestSupport
import Testing

/// Layout is tested with metrics of no font, so these must order a line as a real renderer does.
@Suite struct `Fixed metrics` {
  @Test(arguments: 0..<200) func `order letters, digits and spaces as Pango does`(
    seed: Int
  ) throws {
    var generator = SeededGenerator(seed: seed)
    let text = String(
      (0..<Int.random(in: 1...12, using: &generator)).compactMap { _ in
        "abשל12  !".randomElement(using: &generator)
      })
    let style = TextStyle(family: "Inter", size: 20)
    let real = try Renderer(fonts: .test).line(of: text, style: style)
    let fixed = FixedTextMetrics().line(of: text, style: style)
    #expect(fixed.isRightToLeft == real.isRightToLeft)
    #expect(fixed.clusters.map(\.isRightToLeft) == real.clusters.map(\.isRightToLeft))
    #expect(Self.order(fixed) == Self.order(real), "\(text)")
  }

  /// The characters' indices from left to right.
  private static func order(_ line: TextLine) -> [Int] {
    line.clusters.indices.sorted { line.clusters[$0].x.lowerBound < line.clusters[$1].x.lowerBound }
  }
}
