import CairoRendering
import Controls
import Scene
import X11Shell

extension DragPicture {
  /// Draws tokens that are carried.
  ///
  /// - Parameter scale: Device pixels to one logical pixel.
  /// - Returns: `nil` where there is no memory, or they are larger than such a picture may be.
  init?(_ carried: CarriedPicture, scale: Double, by renderer: Renderer) {
    let image = ImageBuffer(size: carried.size, scale: scale)
    let (width, height) = (image.width, image.height)
    guard 1...Self.mostPixels ~= width * height else { return nil }
    do throws(RenderingError) {
      try image.withBitmap { bitmap throws(RenderingError) in
        try renderer.draw(carried.drawing, into: bitmap)
      }
    } catch {
      return nil
    }
    let pixels = (0..<height).flatMap { y in (0..<width).map { image[$0, y] } }
    let hotSpot = carried.hotSpot
    self.init(
      width: width, height: height, pixels: pixels,
      hotSpot: (Int((hotSpot.x * scale).rounded()), Int((hotSpot.y * scale).rounded())))
  }
}
