import CX11
import Scene

extension Connection {
  /// Whether the screen has so many pixels that they may be small on any monitor.
  var mayBeDense: Bool { screenSize.width > 1920 || screenSize.height > 1200 }

  /// Returns the frame of a window of this program on the screen. `nil` if the window no longer
  /// exists. Needs one round trip.
  func frame(of window: Window, _ size: PixelSize) -> PixelRect? {
    var (x, y, child): (Int32, Int32, Window) = (0, 0, 0)
    let exists = ignoringErrors { XTranslateCoordinates(display, window, root, 0, 0, &x, &y, &child) }
    guard exists != 0 else { return nil }
    return PixelRect(x: Int(x), y: Int(y), width: size.width, height: size.height)
  }
}
