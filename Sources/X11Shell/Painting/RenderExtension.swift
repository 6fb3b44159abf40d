import CX11
import CXRender
import Scene

/// The server's RENDER extension, as far as a window's picture needs it.
///
/// A window is painted in the server, from pictures that are sent to it once: a frame is then a few
/// dozen small requests, however many pixels change. Both ways were measured with a button under
/// a soft shadow that is dragged at 250 Hz in a window of 960 × 640, seen by a second client; pixels
/// that are drawn here and sent by `XPutImage` or through shared memory, against pictures in
/// the server (microseconds of this program's time a frame at 1× and at 2×; age of what is shown,
/// p50 in milliseconds, at 1× and 2×):
///
/// | | time | age |
/// |---|---|---|
/// | `XPutImage` | 146, 314 | 0.38, 0.56 |
/// | shared memory | 120, 211 | 0.32, 0.43 |
/// | RENDER | 22, 34 | 0.23, 0.60 |
///
/// Over TCP the same window's frames cost 130 to 500 kB as pixels and 1 kB as requests. What
/// is left to `XPutImage` are servers without the extension, and connections that are not trusted.
final class RenderExtension {
  let connection: Connection
  /// 8 bits of coverage a pixel.
  let coverageFormat: UnsafeMutablePointer<XRenderPictFormat>
  /// Colours with alpha.
  let layerFormat: UnsafeMutablePointer<XRenderPictFormat>
  /// The window's own.
  let windowFormat: UnsafeMutablePointer<XRenderPictFormat>
  /// So few that a look through them is the fastest way to find one.
  private var solids: [(color: SolidColor, picture: Picture)] = []
  /// Where the next small masks go; it knows this as its own, hence weak.
  private weak var page: MaskPage?
  private var coverageContext: GC?

  /// Enough for all colours of a window at rest; those of an animation come and go.
  private static let mostSolids = 64

  /// - Returns: `nil` where the server has no such extension, or one older than 0.10 of 2005.
  init?(on connection: Connection, visual: UnsafeMutablePointer<Visual>) {
    let display = connection.display
    var (event, error, major, minor): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
    guard XRenderQueryExtension(display, &event, &error) != False,
      XRenderQueryVersion(display, &major, &minor) != 0, (major, minor) >= (0, 10),
      let coverageFormat = XRenderFindStandardFormat(display, PictStandardA8),
      let layerFormat = XRenderFindStandardFormat(display, PictStandardARGB32),
      let windowFormat = XRenderFindVisualFormat(display, visual)
    else { return nil }
    self.connection = connection
    self.coverageFormat = coverageFormat
    self.layerFormat = layerFormat
    self.windowFormat = windowFormat
  }

  deinit {
    forgetSolids()
    if let coverageContext { XFreeGC(connection.display, coverageContext) }
  }

  /// An endless picture of one colour, kept for as long as not too many others were asked for.
  func solid(_ color: SolidColor) -> Picture {
    if let index = solids.firstIndex(where: { $0.color == color }) { return solids[index].picture }
    if solids.count >= Self.mostSolids { forgetSolids() }
    var value = color.value
    let picture = XRenderCreateSolidFill(connection.display, &value)
    solids.append((color, picture))
    return picture
  }

  /// A picture that the server keeps, its pixels being whatever its memory held.
  func makePicture(
    width: Int, height: Int, format: UnsafeMutablePointer<XRenderPictFormat>
  ) -> Picture {
    let pixmap = makePixmap(width: width, height: height, format: format)
    // The picture keeps the pixmap alive.
    defer { XFreePixmap(connection.display, pixmap) }
    return XRenderCreatePicture(connection.display, pixmap, format, 0, nil)
  }

  /// What `makePicture` makes a picture of, for whoever needs it by itself.
  func makePixmap(
    width: Int, height: Int, format: UnsafeMutablePointer<XRenderPictFormat>
  ) -> Pixmap {
    XCreatePixmap(
      connection.display, connection.root, UInt32(width), UInt32(height),
      UInt32(format.pointee.depth))
  }

  /// Room for a mask, on a page with others where it is small.
  func room(for mask: PixelSize) -> (MaskPage, PixelRect) {
    let whole = PixelRect(x: 0, y: 0, width: mask.width, height: mask.height)
    let usual = MaskPage.usualSize
    guard mask.width <= usual.width, 4 * mask.height <= usual.height else {
      let page = MaskPage(size: mask, render: self)
      return (page, page.room(for: mask) ?? whole)
    }
    if let page, let place = page.room(for: mask) { return (page, place) }
    let page = MaskPage(size: usual, render: self)
    self.page = page
    return (page, page.room(for: mask) ?? whole)
  }

  /// What 8 bits a pixel are put into a pixmap of such with; `nil` where Xlib has no memory.
  func context(forCoverage pixmap: Pixmap) -> GC? {
    if coverageContext == nil {
      coverageContext = XCreateGC(connection.display, pixmap, 0, nil)
    }
    return coverageContext
  }

  private func forgetSolids() {
    for (_, picture) in solids { XRenderFreePicture(connection.display, picture) }
    solids.removeAll(keepingCapacity: true)
  }
}
