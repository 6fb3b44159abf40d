import CX11
public import Scene

extension WindowObserver {
  /// Returns the middle of a color's extent in one row of pixels, to locate a shape that moves
  /// along this row.
  ///
  /// - Parameter row: The row, in device pixels from the window's top.
  /// - Returns: The middle in device pixels from the left. `nil` if the row does not contain the
  ///   color.
  public func middle(of color: ColorMatch, inRow row: Int) -> Double? {
    middle(of: color, in: PixelRect(x: 0, y: row, width: frame.width, height: 1))?.x
  }

  /// Returns the middle of a color's extent in a part of the window.
  ///
  /// - Returns: The middle in device pixels. `nil` if the part does not contain the color.
  public func middle(of color: ColorMatch, in part: PixelRect) -> Point? {
    let visiblePart = visible.intersection(part)
    guard !visiblePart.isEmpty, let screenshot = connection.screenshot(of: window, visiblePart),
      let bounds = screenshot.bounds(of: color)
    else { return nil }
    return Point(
      x: Double(visiblePart.x + bounds.x) + Double(bounds.width - 1) / 2,
      y: Double(visiblePart.y + bounds.y) + Double(bounds.height - 1) / 2)
  }

  /// The part of the window that is on the screen, in the window's pixels.
  private var visible: PixelRect {
    let clipped = frame.intersection(connection.screen)
    return PixelRect(
      x: clipped.x - frame.x, y: clipped.y - frame.y, width: clipped.width, height: clipped.height)
  }
}

extension DisplayConnection {
  /// Captures a part of a window in one round trip (`XGetImage`). Returns `nil` if the window does
  /// not exist.
  func screenshot(of window: CX11.Window, _ part: PixelRect) -> Screenshot? {
    // `attempt` would need two more round trips, which would delay the observation.
    let previous = XSetErrorHandler { _, _ in 0 }
    defer { XSetErrorHandler(previous) }
    guard
      let image = XGetImage(
        pointer, window, Int32(part.x), Int32(part.y), UInt32(part.width), UInt32(part.height), 0xFF_FFFF,
        ZPixmap)
    else { return nil }
    // XDestroyImage is a macro.
    defer { _ = image.pointee.f.destroy_image(image) }
    return Screenshot(image.pointee, visible: part, of: part)
  }
}
