import CairoRendering
import Scene
import TestSupport
import Testing

/// Layout tests use `FixedTextMetrics`, which must therefore order a line like a real renderer.
@Suite struct `Fixed text metrics` {
  @Test(arguments: seeds(200)) func `have the same character order as Pango`(
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

  /// Returns the indices of the characters from left to right.
  private static func order(_ line: TextLine) -> [Int] {
    line.clusters.indices.sorted { line.clusters[$0].x.lowerBound < line.clusters[$1].x.lowerBound }
  }
}
