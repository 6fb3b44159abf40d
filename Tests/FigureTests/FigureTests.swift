import CairoRendering
import Controls
import Motion
import Scene
import TestSupport
import Testing

/// The figures of Motion's articles, drawn with the features that the articles describe.
///
/// They are golden images: the test fails if the code draws a different figure. `./run.sh bless`
/// puts the new figure into the article.
@Suite struct `Article figures` {
  static let path = repositoryRoot + "/Sources/Motion/Motion.docc/Resources"
  static let size = Size(width: 640, height: 340)

  @Test(arguments: [false, true])
  func `show the three damping regimes`(isDark: Bool) throws {
    try expectFigure("regimes", isDark) { RegimesFigure(theme: $0, text: $1).draw(into: &$2) }
  }

  @Test(arguments: [false, true])
  func `show a spring that is retargeted while it moves`(isDark: Bool) throws {
    try expectFigure("retargeting", isDark) {
      RetargetingFigure(theme: $0, text: $1).draw(into: &$2)
    }
  }

  @Test(arguments: [false, true])
  func `show when a spring has settled`(isDark: Bool) throws {
    try expectFigure("settling", isDark) { SettlingFigure(theme: $0, text: $1).draw(into: &$2) }
  }

  @Test(arguments: [false, true])
  func `show the projected end of a throw`(isDark: Bool) throws {
    try expectFigure("projection", isDark) {
      ProjectionFigure(theme: $0, text: $1).draw(into: &$2)
    }
  }

  /// Compares a figure with the one in the article, in the light or dark variant.
  private func expectFigure(
    _ name: String, _ isDark: Bool,
    _ draw: (Theme, any TextMeasuring, inout DisplayList) -> Void
  ) throws {
    let renderer = try Renderer(fonts: .test)
    let theme = isDark ? Theme.dark : .light
    var list = DisplayList()
    list.fill(.rect(Rect(origin: .zero, size: Self.size)), theme.colors.card)
    draw(theme, renderer, &list)
    let image = ImageBuffer(size: Self.size, scale: 2)
    try image.withBitmap { bitmap throws(RenderingError) in try renderer.draw(list, into: bitmap) }
    try expectGolden(name + (isDark ? "~dark@2x" : "@2x"), image, in: Self.path, limit: 64 << 10)
  }
}
