import CX11
import Motion
import Scene
import X11

/// The size, the scale and the position of a window, with the changes that the window manager has not made yet.
final class WindowPlacement {
  /// Device pixels per logical pixel.
  private(set) var scale: Double
  /// The size in device pixels that the window manager has set last.
  private(set) var size: PixelSize
  /// The area of the screen in which a centered window opens, and to whose size it is limited.
  private let centeringArea: PixelRect?
  /// The size in device pixels that was last requested for the content.
  private var fittedSize: PixelSize?
  /// Whether the window, or the owner of a popup, may have moved since its position was last queried.
  private var mayHaveMoved: Bool
  /// The new scale of the window, and the time at which it changes at the latest.
  ///
  /// The program asks the window manager for the size at which the window shows the same content, and
  /// changes the scale when that size arrives. So a frame at the old scale is followed by a frame at
  /// the new scale, with no mixed frame in between. A window manager may keep the size, for example
  /// of a tiled window; then the scale changes after a short timeout.
  private var pending: (scale: Double, deadline: Instant)?
  private static let scaleTimeout = Duration.milliseconds(100)
  /// The time at which a window is mapped again that is not mapped by then. `nil` if a window manager
  /// knows it, and after that.
  private var mapDeadline: Instant?
  private static let mapTimeout = Duration.seconds(2)
  /// The position on the screen, in device pixels. `nil` if it was not queried since the last movement.
  private var origin: PixelPoint?

  init(size: PixelSize, scale: Double, in centeringArea: PixelRect?, isPopup: Bool) {
    (self.size, self.scale, self.centeringArea, mayHaveMoved) = (size, scale, centeringArea, !isPopup)
  }

  /// The time of the next action, or `nil` at rest.
  var deadline: Instant? { .earliest(pending?.deadline, mapDeadline) }

  /// Records that the window, or the owner of a popup, may have moved.
  func recordMove() { mayHaveMoved = true }

  /// Records that the frame of the window may have changed.
  func recordConfiguration() { origin = nil }

  /// Returns the position on the screen, in device pixels. One round trip after each movement, however many calls there
  /// are.
  func origin(of window: Window) -> PixelPoint {
    if origin == nil {
      let connection = window.connection
      origin = connection.locate(PixelPoint(x: 0, y: 0), of: window.id, in: connection.root)?.point
    }
    return origin ?? PixelPoint(x: 0, y: 0)
  }

  /// Requests to map a window.
  func map(_ window: Window) {
    XMapWindow(window.connection.display, window.id)
    mapDeadline = MonotonicClock.now + Self.mapTimeout
  }

  /// Repeats the request to map the window once, unless it is mapped, or has a state, for example that of an icon (ICCCM
  /// 4.1.3.1). A window manager that ends before it has handled the request loses it.
  func mapAgainIfDue(_ window: Window) {
    let isMapped = window.visibility.isMapped
    guard let deadline = mapDeadline, isMapped || MonotonicClock.now >= deadline else { return }
    mapDeadline = nil
    guard !isMapped, window.connection.words(.wmState, of: window.id).first ?? 0 == WithdrawnState else {
      return
    }
    XMapWindow(window.connection.display, window.id)
  }

  /// Sets the size that the window manager has chosen, and the pending scale.
  func resize(to newSize: PixelSize, of window: Window) {
    size = newSize
    if let pending { setScale(pending.scale, of: window) }
    window.deliverSize()
    // A size that the user or the window manager has set stays until the content prefers another one.
    if size != fittedSize { fittedSize = preferredSize(of: window) }
  }

  private func setScale(_ scale: Double, of window: Window) {
    (self.scale, pending) = (scale, nil)
    window.input.setScale(scale)
  }

  /// Requests a new scale: the one of the desktop, or for a popup the one of its owner. Moves a popup whose owner has
  /// moved; a change of the scale places it too.
  func update(of window: Window) {
    // The scale of an overlay is the same on all monitors, so that a drag continues between them.
    if let overlay = window.overlay {
      guard scale != window.application.scale else { return }
      setScale(window.application.scale, of: window)
      window.deliverSize()
      return overlay.updateLayout(isOutdated: true)
    }
    requestScale(of: window)
    if let pending, pending.deadline <= MonotonicClock.now {
      // The window manager did not change the size in time.
      setScale(pending.scale, of: window)
      window.deliverSize()
    }
    let kind = window.configuration.kind
    guard kind.popupOwner != nil, mayHaveMoved, pending == nil else { return }
    mayHaveMoved = false
    guard let origin = window.application.popupOrigin(of: size, kind) else { return }
    XMoveWindow(window.connection.display, window.id, Int32(origin.x), Int32(origin.y))
  }

  private func requestScale(of window: Window) {
    let current = pending?.scale ?? scale
    let wanted =
      window.configuration.kind.popupOwner?.scale
      ?? window.application.desktop.scale(for: window.id, of: size, current: current, ifMoved: &mayHaveMoved)
    guard wanted != current else { return }
    request(PixelSize(window.size, scale: wanted), scale: wanted, of: window)
    pending = (wanted, MonotonicClock.now + Self.scaleTimeout)
  }

  /// Requests the size that the content prefers, if it has changed.
  ///
  /// - Returns: Whether the window has another size from now on, which is so before it is mapped.
  @discardableResult func fitContent(of window: Window) -> Bool {
    guard let preferred = preferredSize(of: window), preferred != fittedSize else { return false }
    fittedSize = preferred
    let opensBesideOthers = window.configuration.isPrompt && !window.hasAppeared
    let center = centeringArea.map {
      opensBesideOthers
        ? frameBesidePrompts(of: preferred, in: $0, for: window) : $0.centeredFrame(of: preferred)
    }
    let newSize = center?.size ?? preferred
    // A window that has this size may have another one soon, by an earlier request that was not answered.
    guard newSize != size || window.hasAppeared else { return false }
    let opening =
      window.hasAppeared
      ? nil
      : SizeHints(
        window.configuration, size: newSize, scale: scale, screen: window.connection.screenSize,
        center: center?.origin)
    request(newSize, scale: scale, opening: opening, of: window)
    if opening != nil { size = newSize }
    return opening != nil
  }

  /// Returns the frame of a new prompt: in the center of an area or, if a dialog or another window with the keyboard is
  /// there, beside it if there is space. A few round trips for each window that is in the way.
  private func frameBesidePrompts(of size: PixelSize, in area: PixelRect, for window: Window) -> PixelRect {
    let connection = window.connection
    let center = area.centeredFrame(of: size)
    // The window is not mapped, so the server never grants it the grab, and reports that before anything else.
    let isGrabbed = connection.grabKeyboard(for: window.id).0 == .grabbedByOtherClient
    let obstacle = { connection.topWindow(in: $0, isDialog: !isGrabbed) }
    guard let other = obstacle(center) else { return center }
    // The space for window frames is at both sides of the area.
    let gap = PixelSize(Application.reservedSize, scale: scale)
    // Enough for the title bar, and for a note that makes one of them higher.
    let space = gap.height * 3 / 4
    let (right, below) = (other.maxX + gap.width, other.maxY + space)
    let (left, above) = (other.x - gap.width - size.width, other.y - space - size.height)
    for (x, y) in [(right, center.y), (left, center.y), (center.x, below), (center.x, above)] {
      let frame = PixelRect(x: x, y: y, width: center.width, height: center.height)
      if frame.intersection(area) == frame, obstacle(frame) == nil { return frame }
    }
    // In no place is it alone, but all title bars can be seen.
    guard other.width <= center.width + gap.width else { return center }
    return PixelRect(
      x: min(other.x + gap.height / 2, area.maxX - center.width),
      y: min(other.y + gap.height / 2, area.maxY - center.height), width: center.width, height: center.height)
  }

  /// Returns the size that the content prefers, if the window fits its content.
  private func preferredSize(of window: Window) -> PixelSize? {
    guard window.configuration.fitsContent, let preferred = window.cues.preferredSize else { return nil }
    let minimum = window.configuration.minimumSize
    return PixelSize(
      Size(width: max(preferred.width, minimum.width), height: max(preferred.height, minimum.height)),
      scale: scale)
  }

  /// Requests a size in device pixels and first updates the size hints, which might forbid it. A popup, which has no
  /// window manager, gets the size and its position immediately.
  ///
  /// - Parameter opening: All hints of a window that is not mapped. `nil` if it is mapped.
  private func request(_ size: PixelSize, scale: Double, opening: SizeHints? = nil, of window: Window) {
    let display = window.connection.display
    var hints =
      opening?.value ?? XSizeHints(limitsOf: window.configuration, size: size, scale: scale)
    XSetWMNormalHints(display, window.id, &hints)
    let (width, height) = (UInt32(size.width), UInt32(size.height))
    let popupOrigin = window.application.popupOrigin(of: size, window.configuration.kind)
    if let origin = popupOrigin ?? opening?.origin {
      XMoveResizeWindow(display, window.id, Int32(origin.x), Int32(origin.y), width, height)
    } else {
      XResizeWindow(display, window.id, width, height)
    }
  }
}
