import CX11
public import Scene

extension WindowObserver {
  /// The middle of a colour's extent in one row of the window's pixels: where a shape is that moves
  /// along this row.
  ///
  /// - Parameter row: In device pixels from the window's top.
  /// - Returns: In device pixels from the left; `nil` where the colour is not in it.
  public func middle(of color: ColorMatch, inRow row: Int) -> Double? {
    middle(of: color, in: PixelRect(x: 0, y: row, width: frame.width, height: 1))?.x
  }

  /// The middle of a colour's extent in a part of the window.
  ///
  /// - Returns: In device pixels; `nil` where the colour is not in it.
  public func middle(of color: ColorMatch, in part: PixelRect) -> Point? {
    let seen = visible.intersection(part)
    guard !seen.isEmpty, let picture = connection.picture(of: window, seen),
      let bounds = picture.bounds(of: color)
    else { return nil }
    return Point(
      x: Double(seen.x + bounds.x) + Double(bounds.width - 1) / 2,
      y: Double(seen.y + bounds.y) + Double(bounds.height - 1) / 2)
  }

  /// As much of the window as the screen shows, in the window's pixels.
  private var visible: PixelRect {
    let shown = frame.intersection(connection.screen)
    return PixelRect(
      x: shown.x - frame.x, y: shown.y - frame.y, width: shown.width, height: shown.height)
  }
}

extension DisplayConnection {
  /// A part of a window in a single round trip (`XGetImage`); `nil` where the window is gone.
  func picture(of window: CX11.Window, _ part: PixelRect) -> Screenshot? {
    // Without the two more round trips of `attempt`, which would delay what is seen.
    let previous = XSetErrorHandler { _, _ in 0 }
    defer { XSetErrorHandler(previous) }
    guard
      let image = XGetImage(
        pointer, window, Int32(part.x), Int32(part.y), UInt32(part.width), UInt32(part.height),
        0xFF_FFFF, ZPixmap)
    else { return nil }
    // XDestroyImage is a macro.
    defer { _ = image.pointee.f.destroy_image(image) }
    return Screenshot(image.pointee, visible: part, of: part)
  }
}
