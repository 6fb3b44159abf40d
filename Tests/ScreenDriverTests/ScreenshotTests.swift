import Scene
import ScreenDriver
import Testing

@Suite struct `Screenshot analysis` {
  /// Twelve by six pixels: two marks one pixel apart, and a bar below them.
  private static let picture = Screenshot(
    drawing: """
      ............
      .##.##......
      .##.##......
      ............
      ............
      ..########..
      """)
  private static let ink = ColorMatch(.black, tolerance: 0)

  @Test func `returns the bounds of the differences`() {
    let other = Screenshot(
      drawing: """
        ............
        .##.##......
        .##.###.....
        ............
        ............
        ...#######..
        """)
    #expect(Self.picture.difference(from: Self.picture) == nil)
    #expect(
      Self.picture.difference(from: other) == PixelRect(x: 2, y: 2, width: 5, height: 4))
    #expect(
      other.boundsOfNewPixels(of: Self.ink, comparedTo: Self.picture)
        == PixelRect(x: 6, y: 2, width: 1, height: 1))
  }

  @Test func `matches a color only within the tolerance`() {
    let match = ColorMatch(Color(hex: 0x34C759), tolerance: 4)
    #expect(match.matches(0x30C75D))
    #expect(!match.matches(0x2FC759))
    #expect(!match.matches(0x34C75E))
  }
}

extension Screenshot {
  /// Creates a screenshot that is white where the drawing has a period and black elsewhere.
  fileprivate init(drawing: String) {
    let rows = drawing.split(separator: "\n")
    self.init(
      width: rows.first?.count ?? 0, height: rows.count,
      pixels: rows.joined().map { $0 == "." ? 0xFFFFFF : 0x000000 })
  }
}
