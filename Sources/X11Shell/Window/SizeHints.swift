import CX11
import Scene

/// The size and position hints of a window for the window manager (ICCCM 4.1.2.3).
struct SizeHints {
  /// The top-left corner in device pixels.
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
    // ICCCM calls these four fields obsolete. Some window managers still read them.
    (hints.x, hints.y) = (Int32(origin.x), Int32(origin.y))
    (hints.width, hints.height) = (Int32(size.width), Int32(size.height))
    (hints.min_width, hints.min_height) = (Int32(minimum.width), Int32(minimum.height))
    hints.win_gravity = placement?.gravity ?? NorthWestGravity
    value = hints
  }

  /// Creates the hints of a window that is already mapped, without position and size.
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
