import CairoRendering
public import Scene
public import Testing

/// Draws frame after frame twice: only what differs from the frame before, and all of it anew; both
/// must be the same picture.
public struct RedrawComparison: ~Copyable {
  private let partial: Renderer
  /// Another renderer, so that nothing kept by the first can make the two agree.
  private let whole: Renderer
  private let frame: ImageBuffer
  private let fresh: ImageBuffer
  private let scale: Double
  private var shown = DisplayList()
  /// How many frames were drawn in part, so that a test can tell that it tested anything.
  public private(set) var partialFrames = 0

  /// - Parameters:
  ///   - size: Of the picture, in logical pixels.
  ///   - scale: Device pixels to one logical pixel.
  public init(size: Size, scale: Double) throws {
    let renderers = (try Renderer(fonts: .test), try Renderer(fonts: .test))
    (partial, whole) = renderers
    frame = ImageBuffer(size: size, scale: scale)
    fresh = ImageBuffer(size: size, scale: scale)
    self.scale = scale
  }

  /// What measures the text of the frames.
  public var text: any TextMeasuring { partial }

  /// Draws the next frame both ways.
  public mutating func expectSame(
    _ list: DisplayList, secrets: borrowing some SecretReading & ~Copyable,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let damage = list.damage(comparedTo: shown, scale: scale)
    let all = PixelRect(x: 0, y: 0, width: frame.width, height: frame.height)
    if !damage.isEmpty, !damage.contains(all) { partialFrames += 1 }
    try frame.withBitmap { bitmap throws(RenderingError) in
      try partial.draw(list, damage: damage, into: bitmap, secrets: secrets)
    }
    try fresh.withBitmap { bitmap throws(RenderingError) in
      try whole.draw(list, damage: [all], into: bitmap, secrets: secrets)
    }
    shown = list
    let difference = PictureDifference(frame, fresh)
    #expect(
      difference.isNone,
      "\(difference.totalPixels) pixels differ by up to \(difference.maxDifference)",
      sourceLocation: sourceLocation)
  }
}
