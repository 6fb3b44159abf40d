import Scene
import ScreenDriver
import Testing

@Suite struct `A screenshot` {
  /// Twelve by six pixels: two marks one pixel apart, a bar further down.
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

  @Test func `finds the rectangle around a colour`() {
    #expect(
      Self.picture.bounds(of: Self.ink) == PixelRect(x: 1, y: 1, width: 9, height: 5))
  }

  @Test func `tells a bar from marks by its length`() {
    #expect(
      Self.picture.bounds(of: Self.ink, minimumRun: 5)
        == PixelRect(x: 2, y: 5, width: 8, height: 1))
    #expect(Self.picture.bounds(of: Self.ink, minimumRun: 9) == nil)
  }

  @Test func `counts shapes, near ones as one`() {
    #expect(Self.picture.shapes(of: Self.ink, gap: 1).count == 3)
    #expect(Self.picture.shapes(of: Self.ink, gap: 2).count == 2)
    #expect(Self.picture.shapes(of: Self.ink, gap: 3).count == 1)
  }

  @Test func `looks only where it is told`() {
    let right = PixelRect(x: 4, y: 0, width: 8, height: 4)
    #expect(
      Self.picture.bounds(of: Self.ink, in: right) == PixelRect(x: 4, y: 1, width: 2, height: 2))
  }

  @Test func `differs from another where they differ`() {
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
      other.gained(Self.ink, since: Self.picture) == PixelRect(x: 6, y: 2, width: 1, height: 1))
  }

  @Test func `matches a colour within the tolerance and no further`() {
    let match = ColorMatch(Color(hex: 0x34C759), tolerance: 4)
    #expect(match.matches(0x30C75D))
    #expect(!match.matches(0x2FC759))
    #expect(!match.matches(0x34C75E))
  }
}

extension Screenshot {
  /// White where the drawing has a point, black elsewhere.
  fileprivate init(drawing: String) {
    let rows = drawing.split(separator: "\n")
    self.init(
      width: rows.first?.count ?? 0, height: rows.count,
      pixels: rows.joined().map { $0 == "." ? 0xFFFFFF : 0x000000 })
  }
}
