import CX11
import Scene

/// What a window asks of the window manager about its size and place (ICCCM 4.1.2.3).
struct SizeHints {
  /// The top leading corner, in device pixels.
  let origin: (x: Int, y: Int)
  let value: XSizeHints

  init(_ description: WindowDescription, size: PixelSize, scale: Double, screen: PixelSize) {
    let minimum = PixelSize(description.minimumSize, scale: scale)
    let placement = description.geometry?.placement(of: size, on: screen, scale: scale)
    var hints = XSizeHints()
    hints.flags = PMinSize | PWinGravity
    hints.flags |= description.geometry?.size == nil ? PSize : USSize
    if placement != nil { hints.flags |= USPosition }
    origin = placement.map { ($0.x, $0.y) } ?? (0, 0)
    // ICCCM calls these four obsolete; window managers that still look at them find the truth.
    (hints.x, hints.y) = (Int32(origin.x), Int32(origin.y))
    (hints.width, hints.height) = (Int32(size.width), Int32(size.height))
    (hints.min_width, hints.min_height) = (Int32(minimum.width), Int32(minimum.height))
    hints.win_gravity = placement?.gravity ?? NorthWestGravity
    value = hints
  }

  /// What a window asks for that is on the screen already: its place and size are its own.
  init(minimum: Size, scale: Double) {
    let minimum = PixelSize(minimum, scale: scale)
    var hints = XSizeHints()
    hints.flags = PMinSize | PWinGravity
    (hints.min_width, hints.min_height) = (Int32(minimum.width), Int32(minimum.height))
    hints.win_gravity = NorthWestGravity
    origin = (0, 0)
    value = hints
  }
}
