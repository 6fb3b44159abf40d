package import CX11
package import Scene

/// A visual with the pixel layout of `Bitmap`, so that pixels are sent without conversion.
package struct PixelFormat {
  package let visual: UnsafeMutablePointer<Visual>
  /// The significant bits per pixel: 24, or 32 with alpha.
  package let depth: Int32

  /// Chooses the screen's default visual if it is suitable, otherwise a suitable TrueColor visual.
  ///
  /// - Parameter isTransparent: Whether a suitable visual with alpha is used if it exists.
  /// - Returns: `nil` if there is none.
  package init?(isTransparent: Bool = false, on connection: Connection) {
    let (display, screen) = (connection.display, connection.screen)
    func visual(depth: Int32) -> UnsafeMutablePointer<Visual>? {
      var info = XVisualInfo()
      return XMatchVisualInfo(display, screen, depth, TrueColor, &info) != 0 ? info.visual : nil
    }
    var candidates = [(XDefaultVisual(display, screen), XDefaultDepth(display, screen))]
    candidates += [24, 32].map { (visual(depth: $0), $0) }
    if isTransparent { candidates.insert((visual(depth: 32), 32), at: 0) }
    for case (let visual?, let depth) in candidates where Self.suits(visual.pointee, depth: depth) {
      (self.visual, self.depth) = (visual, depth)
      return
    }
    return nil
  }

  /// Xlib converts the pixels for a server that packs 24 bits.
  private static func suits(_ visual: Visual, depth: Int32) -> Bool {
    visual.class == TrueColor && (depth == 24 || depth == 32) && visual.red_mask == 0xFF0000
      && visual.green_mask == 0x00FF00 && visual.blue_mask == 0x0000FF
  }
}

/// A width and a height in device pixels, each in the range of the X protocol.
package struct PixelSize: Hashable, Sendable {
  package let width: Int
  package let height: Int

  /// The valid range of a side. The protocol has 16-bit sizes and signed 16-bit coordinates.
  package static let sideRange = 1...32767

  package init(width: Int, height: Int) {
    self.width = width.clamped(to: Self.sideRange)
    self.height = height.clamped(to: Self.sideRange)
  }

  /// Creates the nearest size in whole device pixels for a logical size.
  package init(_ size: Size, scale: Double) {
    self.init(width: Self.whole(size.width * scale), height: Self.whole(size.height * scale))
  }

  /// The pixels of a window or a picture of this size.
  package var bounds: PixelRect { PixelRect(x: 0, y: 0, width: width, height: height) }

  /// Returns this size in logical pixels.
  package func logical(scale: Double) -> Size {
    Size(width: Double(width) / scale, height: Double(height) / scale)
  }

  private static func whole(_ side: Double) -> Int {
    let limit = Double(sideRange.upperBound)
    return side.isNaN ? 1 : Int(max(1, min(side.rounded(), limit)))
  }
}

extension PixelRect {
  /// The size of a window with this frame.
  package var size: PixelSize { PixelSize(width: width, height: height) }
}

extension Int {
  /// Returns the nearest number in a range.
  package func clamped(to range: ClosedRange<Int>) -> Int {
    Swift.max(range.lowerBound, Swift.min(self, range.upperBound))
  }
}
