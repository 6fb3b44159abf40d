import CairoRendering
public import Scene
public import Testing

/// A comparison of partial and full redraws. Each frame is drawn twice: only the parts that differ
/// from the previous frame, and completely. Both images must be identical.
public struct RedrawComparison: ~Copyable {
  private let partialRenderer: Renderer
  /// A second renderer, so that both images do not depend on the same cache.
  private let fullRenderer: Renderer
  private let frame: ImageBuffer
  private let reference: ImageBuffer
  private let scale: Double
  private var previousList = DisplayList()
  /// The number of frames that were drawn partially, so that a test can check that there are any.
  public private(set) var partialFrames = 0

  /// Creates a comparison.
  ///
  /// - Parameters:
  ///   - size: The size of the image, in logical pixels.
  ///   - scale: The number of device pixels per logical pixel.
  public init(size: Size, scale: Double) throws {
    let renderers = (try Renderer(fonts: .test), try Renderer(fonts: .test))
    (partialRenderer, fullRenderer) = renderers
    frame = ImageBuffer(size: size, scale: scale)
    reference = ImageBuffer(size: size, scale: scale)
    self.scale = scale
  }

  /// The text metrics for the frames.
  public var text: any TextMeasuring { partialRenderer }

  /// Draws the next frame both ways and expects identical images.
  public mutating func expectSame(
    _ list: DisplayList, secrets: borrowing some SecretTextSource & ~Copyable,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let damage = list.damage(comparedTo: previousList, scale: scale)
    let all = PixelRect(x: 0, y: 0, width: frame.width, height: frame.height)
    if !damage.isEmpty, !damage.contains(all) { partialFrames += 1 }
    try frame.withBitmap { bitmap throws(RenderingError) in
      try partialRenderer.draw(list, damage: damage, into: bitmap, secrets: secrets)
    }
    try reference.withBitmap { bitmap throws(RenderingError) in
      try fullRenderer.draw(list, damage: [all], into: bitmap, secrets: secrets)
    }
    previousList = list
    let difference = ImageDifference(frame, reference)
    #expect(
      difference.isNone,
      "\(difference.totalPixels) pixels differ by up to \(difference.maxDifference)",
      sourceLocation: sourceLocation)
  }
}
