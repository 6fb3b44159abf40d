import CX11
import Motion
import Scene
import X11

extension Window {
  /// Places the popups of the window again in this iteration of the event loop, because the window has
  /// moved.
  func updatePopups() {
    for window in application.windows where window.configuration.kind.popupOwner === self {
      window.needsPlacement = true
    }
  }

  /// Moves a popup to the rectangle of its owner if the owner has moved. A change of the scale places the
  /// popup itself.
  func placeIfNeeded() {
    guard needsPlacement, rescaling == nil else { return }
    needsPlacement = false
    guard let origin = application.popupOrigin(of: pixelSize, configuration.kind) else { return }
    XMoveWindow(connection.display, id, Int32(origin.x), Int32(origin.y))
  }
}

extension Window {
  /// Sends a key to the open menu of the window, or closes the menu on other input.
  ///
  /// - Returns: Whether the input was for the menu.
  func divertToMenu(_ input: InputEvent, at instant: Instant) -> Bool {
    switch input {
    case .keyPressed, .pointerPressed, .windowHidden, .windowFocusChanged(isFocused: false): break
    default: return false
    }
    guard
      let menu = application.windows.last(where: {
        $0.configuration.isMenu && $0.configuration.kind.popupOwner === self && !$0.isClosing
      })
    else { return false }
    switch input {
    case .keyPressed:
      menu.send(input, at: instant)
      return true
    case .pointerPressed:
      menu.close()
      return true
    default:
      menu.close()
      return false
    }
  }
}

extension Application {
  /// Returns the position of a popup on the screen, or `nil` for windows of other kinds; one round trip,
  /// and once those for the monitors.
  func popupOrigin(of size: PixelSize, _ kind: WindowConfiguration.Kind) -> PixelPoint? {
    guard case .popup(let owner, let rect) = kind,
      let frame = connection.frame(of: owner.id, owner.pixelSize)
    else { return nil }
    let pixels = PixelRect(covering: rect, scale: owner.scale)
    let anchor = PixelRect(
      x: frame.x + pixels.x, y: frame.y + pixels.y, width: pixels.width, height: pixels.height)
    let screen = connection.screenSize
    let monitor =
      desktop.monitorFrame(under: anchor)
      ?? PixelRect(x: 0, y: 0, width: screen.width, height: screen.height)
    return anchor.popupOrigin(of: size, in: monitor)
  }
}

extension PixelRect {
  /// Returns the origin of a popup: below this rectangle, or above it if there is no room below. It is
  /// moved into the monitor if possible, else its top leading corner is.
  func popupOrigin(of size: PixelSize, in monitor: PixelRect) -> PixelPoint {
    let (right, bottom) = (monitor.x + monitor.width, monitor.y + monitor.height)
    let (below, above) = (y + height, y - size.height)
    let fitsBelow = below + size.height <= bottom
    let top = fitsBelow || above < monitor.y ? below : above
    return PixelPoint(
      x: max(monitor.x, min(x, right - size.width)),
      y: max(monitor.y, min(top, bottom - size.height)))
  }
}
