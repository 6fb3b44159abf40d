import CairoRendering
import Controls
import Scene
import Windowing

extension DragImage {
  /// Draws the preview of dragged tokens.
  ///
  /// - Parameter scale: Device pixels per logical pixel.
  /// - Returns: `nil` if memory is short, or if the preview exceeds the maximum image size.
  init?(_ preview: TokenDragPreview, scale: Double, by renderer: Renderer) {
    let image = ImageBuffer(size: preview.size, scale: scale)
    let (width, height) = (image.width, image.height)
    guard 1...Self.pixelLimit ~= width * height else { return nil }
    do throws(RenderingError) {
      try image.withBitmap { bitmap throws(RenderingError) in
        try renderer.draw(preview.drawing, into: bitmap)
      }
    } catch {
      return nil
    }
    let pixels = (0..<height).flatMap { y in (0..<width).map { image[$0, y] } }
    let hotSpot = preview.hotSpot
    self.init(
      width: width, height: height, pixels: pixels,
      hotSpot: (Int((hotSpot.x * scale).rounded()), Int((hotSpot.y * scale).rounded())))
  }
}
