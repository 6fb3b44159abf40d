import CX11
public import Scene

extension ScreenWindow {
  /// Captures the area of the screen that the window covers (`XGetImage`), including other windows
  /// above it. Any area beyond the edges of the screen is black.
  ///
  /// Under a compositor, it captures the content of the window itself: mutter 43 leaves pixels of earlier frames on the
  /// screen if it is late, until the next change there.
  ///
  /// - Parameter part: The part to capture, in device pixels relative to the top left corner of the
  ///   window. If `nil`, the whole window.
  /// - Throws: `noWindow` if the window no longer exists or is off the screen.
  public func screenshot(of part: PixelRect? = nil) throws(ScreenDriverError) -> Screenshot {
    let frame = try frame()
    let inside = PixelRect(x: 0, y: 0, width: frame.width, height: frame.height)
    let part = (part ?? inside).intersection(inside)
    let requested = PixelRect(
      x: frame.x + part.x, y: frame.y + part.y, width: part.width, height: part.height)
    let visible = requested.intersection(connection.screen)
    guard !visible.isEmpty else { throw .noWindow("window \(xid) is off the screen") }
    let isComposited = connection.owner(ofSelection: "_NET_WM_CM_S0") != nil
    let (source, origin) = isComposited ? (xid, (x: frame.x, y: frame.y)) : (connection.root, (x: 0, y: 0))
    let captured = connection.attempt { display in
      XGetImage(
        display, source, Int32(visible.x - origin.x), Int32(visible.y - origin.y), UInt32(visible.width),
        UInt32(visible.height), 0xFF_FFFF, ZPixmap)
    }
    guard let image = captured ?? nil else { throw .noWindow("window \(xid) cannot be read") }
    // XDestroyImage is a macro.
    defer { _ = image.pointee.f.destroy_image(image) }
    return Screenshot(image.pointee, visible: visible, of: requested)
  }
}

extension DisplayConnection {
  /// The whole screen, in device pixels.
  var screen: PixelRect {
    let number = XDefaultScreen(pointer)
    return PixelRect(
      x: 0, y: 0, width: Int(XDisplayWidth(pointer, number)), height: Int(XDisplayHeight(pointer, number)))
  }
}

extension Screenshot {
  /// Copies an image with 32 bits per pixel, each `0x00RRGGBB`.
  ///
  /// - Parameters:
  ///   - image: The image of the visible area.
  ///   - visible: The area of the screen that the image shows.
  ///   - requested: The area of the screen that the screenshot shows. It contains `visible`.
  init(_ image: XImage, visible: PixelRect, of requested: PixelRect) {
    precondition(image.bits_per_pixel == 32, "\(image.bits_per_pixel) bits per pixel instead of 32")
    let margin = requested.width - visible.width
    let rowsAbove = (visible.y - requested.y) * requested.width
    let left = visible.x - requested.x
    let pixels = [UInt32](unsafeUninitializedCapacity: requested.area) { buffer, count in
      if margin > 0 || visible.height < requested.height { buffer.update(repeating: 0) }
      for row in 0..<visible.height {
        let source = UnsafeRawPointer(image.data) + row * Int(image.bytes_per_line)
        let target =
          UnsafeMutableRawPointer(buffer.baseAddress.unsafelyUnwrapped) + 4
          * (rowsAbove + row * requested.width + left)
        target.copyMemory(from: source, byteCount: 4 * visible.width)
      }
      count = requested.area
    }
    self.init(width: requested.width, height: requested.height, pixels: pixels)
  }
}
