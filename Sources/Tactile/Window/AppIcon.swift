import CairoRendering
import Controls
import Scene
import Windowing

/// The window's icon, drawn by the program itself: the button with its check mark.
enum AppIcon {
  /// The side lengths that task bars and window switchers request, in pixels.
  static let sides = [16, 32, 48, 128]

  /// Returns the icon in each size.
  ///
  /// - Throws: `RenderingError.drawing` if memory is short.
  static func pictures(by renderer: Renderer) throws(RenderingError) -> [WindowIcon] {
    try sides.map { side throws(RenderingError) in
      let image = ImageBuffer(width: side, height: side)
      try image.withBitmap { bitmap throws(RenderingError) in
        try renderer.draw(drawing(side: Double(side)), into: bitmap)
      }
      let pixels = (0..<side).flatMap { y in (0..<side).map { straight(image[$0, y]) } }
      return WindowIcon(width: side, height: side, pixels: pixels)
    }
  }

  private static func drawing(side: Double) -> DisplayList {
    let box = Rect(x: 0, y: 0, width: side, height: side)
    let body = box.inset(by: side / 16)
    var list = DisplayList()
    list.fill(
      .roundedRect(RoundedRect(body, cornerRadius: side * 3 / 16)), Theme.light.colors.red)
    list.stroke(
      .path(SymbolPath.check(in: body.inset(by: side / 4))), Theme.light.colors.onRed,
      width: side * 3 / 32)
    return list
  }

  /// Converts a premultiplied pixel to the straight alpha that EWMH requires.
  private static func straight(_ pixel: UInt32) -> UInt32 {
    let alpha = pixel >> 24
    guard alpha > 0 else { return 0 }
    func component(_ shift: UInt32) -> UInt32 {
      min(255, ((pixel >> shift & 0xFF) * 255 + alpha / 2) / alpha) << shift
    }
    return alpha << 24 | component(16) | component(8) | component(0)
  }
}
