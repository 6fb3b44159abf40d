import CairoRendering
import Controls
import Motion
import Scene
import TestSupport
import Testing

/// The pictures of Motion's articles, drawn by what the articles are about.
///
/// They are golden pictures: one that is no longer what the code draws fails its test, and
/// `./run.sh bless` puts the new one into the article.
@Suite struct `The articles' pictures` {
  static let folder = repositoryRoot + "/Sources/Motion/Motion.docc/Resources"
  static let size = Size(width: 640, height: 340)

  @Test(arguments: [false, true])
  func `show the three regimes of damping`(isDark: Bool) throws {
    try expectFigure("regimes", isDark) { RegimesFigure(theme: $0, text: $1).draw(into: &$2) }
  }

  @Test(arguments: [false, true])
  func `show a spring that is sent elsewhere in flight`(isDark: Bool) throws {
    try expectFigure("retargeting", isDark) {
      RetargetingFigure(theme: $0, text: $1).draw(into: &$2)
    }
  }

  @Test(arguments: [false, true])
  func `show when a spring has settled`(isDark: Bool) throws {
    try expectFigure("settling", isDark) { SettlingFigure(theme: $0, text: $1).draw(into: &$2) }
  }

  @Test(arguments: [false, true])
  func `show where a throw leads`(isDark: Bool) throws {
    try expectFigure("projection", isDark) {
      ProjectionFigure(theme: $0, text: $1).draw(into: &$2)
    }
  }

  /// Expects a figure to be as it is in the article, in the light or in the dark variant.
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
    try expectGolden(name + (isDark ? "~dark@2x" : "@2x"), image, in: Self.folder, limit: 64 << 10)
  }
}
