import CX11
import Scene

extension Connection {
  /// Whether the screen has so many pixels that they may well be small ones, on any desk.
  var mayBeDense: Bool { screenSize.width > 1920 || screenSize.height > 1200 }

  /// Where a window of this program's is on the screen; one round trip. `nil` where it is gone.
  func frame(of window: Window, _ size: PixelSize) -> PixelRect? {
    var (x, y, child): (Int32, Int32, Window) = (0, 0, 0)
    let exists = aboutStrangers {
      XTranslateCoordinates(display, window, root, 0, 0, &x, &y, &child)
    }
    guard exists != 0 else { return nil }
    return PixelRect(x: Int(x), y: Int(y), width: size.width, height: size.height)
  }
}
