import CX11
public import Scene

extension ScreenWindow {
  /// What the screen shows where the window is (`XGetImage`), other windows above it included;
  /// black where the window reaches beyond the screen.
  ///
  /// - Parameter part: In the window's own pixels; `nil` for the whole of it.
  /// - Throws: `noWindow` when it is gone.
  public func screenshot(of part: PixelRect? = nil) throws(ScreenDriverError) -> Screenshot {
    let frame = try frame()
    let inside = PixelRect(x: 0, y: 0, width: frame.width, height: frame.height)
    let part = (part ?? inside).intersection(inside)
    let wanted = PixelRect(
      x: frame.x + part.x, y: frame.y + part.y, width: part.width, height: part.height)
    let visible = wanted.intersection(connection.screen)
    guard !visible.isEmpty else { throw .noWindow("window \(id) is off the screen") }
    let captured = connection.attempt { display in
      XGetImage(
        display, connection.root, Int32(visible.x), Int32(visible.y), UInt32(visible.width),
        UInt32(visible.height), 0xFF_FFFF, ZPixmap)
    }
    guard let image = captured ?? nil else { throw .noWindow("window \(id) cannot be read") }
    // XDestroyImage is a macro.
    defer { _ = image.pointee.f.destroy_image(image) }
    return Screenshot(image.pointee, visible: visible, of: wanted)
  }
}

extension DisplayConnection {
  /// The whole screen, in device pixels.
  var screen: PixelRect {
    let number = XDefaultScreen(pointer)
    return PixelRect(
      x: 0, y: 0, width: Int(XDisplayWidth(pointer, number)),
      height: Int(XDisplayHeight(pointer, number)))
  }
}

extension Screenshot {
  /// Copies an image of 32 bits a pixel, of which the lowest three bytes are red, green and blue
  /// and the highest is zero.
  init(_ image: XImage, visible: PixelRect, of wanted: PixelRect) {
    precondition(image.bits_per_pixel == 32, "\(image.bits_per_pixel) bits a pixel, not 32")
    let margin = wanted.width - visible.width
    let rowsAbove = (visible.y - wanted.y) * wanted.width
    let left = visible.x - wanted.x
    let pixels = [UInt32](unsafeUninitializedCapacity: wanted.area) { buffer, count in
      if margin > 0 || visible.height < wanted.height { buffer.update(repeating: 0) }
      for row in 0..<visible.height {
        let source = UnsafeRawPointer(image.data) + row * Int(image.bytes_per_line)
        let target =
          UnsafeMutableRawPointer(buffer.baseAddress.unsafelyUnwrapped)
          + 4 * (rowsAbove + row * wanted.width + left)
        target.copyMemory(from: source, byteCount: 4 * visible.width)
      }
      count = wanted.area
    }
    self.init(width: wanted.width, height: wanted.height, pixels: pixels)
  }
}
