import Motion
import Scene

/// A panel's outline on its way, where its contents are, and how much of the way to open is done.
///
/// All of it moves as one vector, so that one spring carries it and it may be turned back anywhere.
struct PanelBody: Animatable, Hashable {
  let components: SIMD8<Double>

  init(components: SIMD8<Double>) { self.components = components }

  init(_ shape: RoundedRect, contentOrigin: Point, progress: Double) {
    let rect = shape.rect
    components = SIMD8(
      rect.minX, rect.minY, rect.maxX, rect.maxY, shape.cornerRadius, contentOrigin.x,
      contentOrigin.y, progress * Self.progressSteps)
  }

  /// Progress counts in as many steps as a colour has, so that the threshold of half a pixel is
  /// right for it too.
  private static let progressSteps = 256.0

  /// Empty where a spring carried one side past the other.
  var shape: RoundedRect {
    let (left, top) = (components[0], components[1])
    let rect = Rect(x: left, y: top, width: components[2] - left, height: components[3] - top)
    return RoundedRect(rect, cornerRadius: components[4])
  }

  var contentOrigin: Point { Point(x: components[5], y: components[6]) }

  /// 0 closed, 1 open; on its way it may be a little beyond either.
  var progress: Double { components[7] / Self.progressSteps }
}
