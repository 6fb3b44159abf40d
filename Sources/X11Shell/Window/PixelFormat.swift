import CX11

/// A visual with the pixel layout of `Bitmap`, so that pixels are sent without conversion.
struct PixelFormat {
  let visual: UnsafeMutablePointer<Visual>
  /// The significant bits per pixel: 24, or 32 with alpha.
  let depth: Int32

  /// Chooses the screen's default visual if it is suitable, otherwise a suitable TrueColor visual.
  ///
  /// - Throws: `noSuitableVisual` if there is none.
  init(on connection: Connection) throws(X11Error) {
    let (display, screen) = (connection.display, connection.screen)
    if let visual = XDefaultVisual(display, screen) {
      let depth = XDefaultDepth(display, screen)
      if Self.suits(visual.pointee, depth: depth, on: display) {
        (self.visual, self.depth) = (visual, depth)
        return
      }
    }
    for depth: Int32 in [24, 32] {
      guard let format = PixelFormat(depth: depth, on: connection) else { continue }
      self = format
      return
    }
    throw .noSuitableVisual
  }

  /// Chooses a suitable visual with alpha. `nil` if there is none.
  init?(withAlphaOn connection: Connection) { self.init(depth: 32, on: connection) }

  private init?(depth: Int32, on connection: Connection) {
    let (display, screen) = (connection.display, connection.screen)
    var info = XVisualInfo()
    guard XMatchVisualInfo(display, screen, depth, TrueColor, &info) != 0, let visual = info.visual,
      Self.suits(visual.pointee, depth: depth, on: display)
    else { return nil }
    (self.visual, self.depth) = (visual, depth)
  }

  private static func suits(_ visual: Visual, depth: Int32, on display: OpaquePointer) -> Bool {
    visual.class == TrueColor && (depth == 24 || depth == 32) && visual.red_mask == 0xFF0000
      && visual.green_mask == 0x00FF00 && visual.blue_mask == 0x0000FF
      && bitsPerPixel(atDepth: depth, on: display) == 32
  }

  private static func bitsPerPixel(atDepth depth: Int32, on display: OpaquePointer) -> Int32? {
    var count: Int32 = 0
    guard let formats = XListPixmapFormats(display, &count) else { return nil }
    defer { XFree(formats) }
    let all = UnsafeBufferPointer(start: formats, count: Int(count))
    return all.first { $0.depth == depth }?.bits_per_pixel
  }
}
