import Motion
import Scene

/// The animated state of an opening or closing panel: outline, origin of the contents, progress.
///
/// One spring animates all components as a vector, so that the transition can reverse at any time.
struct PanelTransitionState: Animatable, Hashable {
  let components: SIMD8<Double>

  init(components: SIMD8<Double>) { self.components = components }

  init(_ shape: RoundedRect, contentOrigin: Point, progress: Double) {
    let rect = shape.rect
    components = SIMD8(
      rect.minX, rect.minY, rect.maxX, rect.maxY, shape.cornerRadius, contentOrigin.x, contentOrigin.y,
      progress * Self.progressSteps)
  }

  /// The scale of the progress component: the number of values of a color component. With it, the
  /// settling threshold of half a pixel suits the progress too.
  private static let progressSteps = 256.0

  /// The outline. It is empty if the spring moved one side past the other.
  var shape: RoundedRect {
    let (left, top) = (components[0], components[1])
    let rect = Rect(x: left, y: top, width: components[2] - left, height: components[3] - top)
    return RoundedRect(rect, cornerRadius: components[4])
  }

  var contentOrigin: Point { Point(x: components[5], y: components[6]) }

  /// The progress: 0 is closed, 1 is open. The spring may overshoot both values.
  var progress: Double { components[7] / Self.progressSteps }
}
