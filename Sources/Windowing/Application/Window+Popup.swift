import CX11
import Scene
import X11

extension Window {
  /// Whether the window was shown and is hidden now.
  var isHidden: Bool { hasAppeared && visibility.isHidden }
}

// Menus and modal dialogs.
extension Window {
  /// The open menu of the window, else `nil`.
  var menu: Window? {
    application.windows.last {
      $0.configuration.kind.isMenu && $0.configuration.kind.popupOwner === self && !$0.isClosing
    }
  }

  /// Whether a modal dialog of the window, or of the owner of the popup, is open.
  var isBlocked: Bool {
    let hasModalDialog = application.windows.contains {
      $0.configuration.states.contains(.modal) && $0.configuration.kind.owner === self && !$0.isClosing
    }
    return hasModalDialog || configuration.kind.popupOwner?.isBlocked == true
  }

  func closeMenus() { while let menu { menu.close() } }
}

extension Application {
  /// Closes all menus except a window itself and the menus that it belongs to.
  func closeMenus(exceptAround window: Window) {
    var kept: [Window] = [window]
    while let owner = kept.last?.configuration.kind.popupOwner { kept.append(owner) }
    for menu in windows where menu.configuration.kind.isMenu && !kept.contains(where: { $0 === menu }) {
      menu.close()
    }
  }

  /// Whether the focus follows the pointer, as without a window manager, and the pointer is in a menu.
  var isFocusInMenu: Bool {
    var (focus, reversion): (WindowID, Int32) = (0, 0)
    XGetInputFocus(connection.display, &focus, &reversion)
    return [WindowID(PointerRoot), connection.root].contains(focus)
      && windowUnderPointer?.configuration.kind.isMenu == true
  }

  /// The window under the pointer. `nil` if another client's window covers it; a round trip for each level of
  /// windows, usually two.
  var windowUnderPointer: Window? {
    var parent = connection.root
    while let child = connection.queryPointer(from: parent)?.child, child != WindowID(None) {
      if let window = window(child) { return window }
      parent = child
    }
    return nil
  }

  /// Observes presses outside of the windows while a menu is open or a window has the keyboard grab.
  func updatePressObservation() {
    let isNeeded = windows.contains {
      !$0.isClosing && ($0.configuration.kind.isMenu || $0.keyboard.needsPresses)
    }
    devices?.xinput?.setObservesRawPresses(isNeeded)
  }

  /// Returns the position of a popup on the screen, or `nil` for windows of other kinds; one round trip,
  /// and once those for the monitors.
  func popupOrigin(of size: PixelSize, _ kind: WindowConfiguration.Kind) -> PixelPoint? {
    guard let (owner, rect) = kind.popupAnchor,
      let frame = connection.frame(of: owner.id, owner.pixelSize)
    else { return nil }
    let pixels = PixelRect(covering: rect, scale: owner.scale)
    let anchor = PixelRect(
      x: frame.x + pixels.x, y: frame.y + pixels.y, width: pixels.width, height: pixels.height)
    return anchor.popupOrigin(of: size, in: desktop.monitorFrame(under: anchor))
  }

  /// Returns the area in which a window is centered: the monitor with the pointer, without the space for a window
  /// frame and a panel. `nil` for other windows. Needs one round trip, and once those for the monitors.
  func centeringArea(for configuration: WindowConfiguration) -> PixelRect? {
    guard configuration.isCentered, let pointer = connection.queryPointer(from: connection.root) else {
      return nil
    }
    let spot = PixelRect(x: pointer.position.x, y: pointer.position.y, width: 1, height: 1)
    let monitor = desktop.monitorFrame(under: spot)
    let reserved = PixelSize(Self.reservedSize, scale: scale)
    return PixelRect(
      x: monitor.x + reserved.width / 2, y: monitor.y + reserved.height / 2,
      width: monitor.width - reserved.width, height: monitor.height - reserved.height)
  }

  /// The size of a window frame with a title bar, and of a panel.
  static let reservedSize = Size(width: 16, height: 72)
}

extension PixelRect {
  /// Returns the frame of a centered window of a size, which is limited to that of this rectangle.
  func centeredFrame(of size: PixelSize) -> PixelRect {
    let (width, height) = (min(size.width, max(1, self.width)), min(size.height, max(1, self.height)))
    return PixelRect(
      x: x + (self.width - width) / 2, y: y + (self.height - height) / 2, width: width, height: height)
  }

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
