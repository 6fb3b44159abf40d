import CX11
import CXRender
import Scene

/// A picture in the server with room for many masks, so that each of them costs one request and not
/// four.
///
/// Masks stand in rows, from left to right; a row is as high as its first mask. Room is given back
/// only when all masks of a page are gone: those that were made together are mostly of one age.
final class MaskPage {
  let size: PixelSize
  let picture: Picture
  private let pixmap: Pixmap
  // It keeps the connection.
  private let render: RenderExtension
  private var rowStart = 0
  private var rowHeight = 0
  private var rowEnd = 0
  private var masks = 0

  /// 256 kB: all masks of a window at 1×.
  static let usualSize = PixelSize(width: 512, height: 512)

  init(size: PixelSize, render: RenderExtension) {
    let display = render.connection.display
    self.size = size
    self.render = render
    pixmap = render.makePixmap(
      width: size.width, height: size.height, format: render.coverageFormat)
    picture = XRenderCreatePicture(display, pixmap, render.coverageFormat, 0, nil)
  }

  deinit {
    let display = render.connection.display
    XRenderFreePicture(display, picture)
    XFreePixmap(display, pixmap)
  }

  /// Takes room for one more mask; `nil` where there is none.
  func room(for mask: PixelSize) -> PixelRect? {
    var (x, y, height) = (rowEnd, rowStart, max(rowHeight, rowEnd == 0 ? mask.height : 0))
    if x + mask.width > size.width || mask.height > height {
      (x, y, height) = (0, rowStart + rowHeight, mask.height)
    }
    guard x + mask.width <= size.width, y + height <= size.height else { return nil }
    (rowStart, rowHeight, rowEnd) = (y, height, x + mask.width)
    masks += 1
    return PixelRect(x: x, y: y, width: mask.width, height: mask.height)
  }

  /// A mask is gone.
  func giveBack() {
    masks -= 1
    if masks == 0 { (rowStart, rowHeight, rowEnd) = (0, 0, 0) }
  }

  /// Sends the pixels of a mask to its place.
  func put(_ image: inout XImage, in place: PixelRect) {
    guard let context = render.context(forCoverage: pixmap) else { return }
    XPutImage(
      render.connection.display, pixmap, context, &image, 0, 0, Int32(place.x), Int32(place.y),
      UInt32(place.width), UInt32(place.height))
  }

  /// Whether it belongs to the same server connection.
  func belongs(to other: RenderExtension) -> Bool { render === other }
}
