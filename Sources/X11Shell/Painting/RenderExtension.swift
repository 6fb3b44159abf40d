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
  /// What is to be sent together; `nil` where each mask is sent by itself.
  private var gathered: GatheredMasks?
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

  /// Lays a colour over pixels of a picture, or puts it there.
  func fill(_ area: PixelRect, of picture: Picture, _ color: SolidColor, _ operation: Int32) {
    var value = color.value
    XRenderFillRectangle(
      connection.display, operation, picture, &value, Int32(area.x), Int32(area.y),
      UInt32(area.width), UInt32(area.height))
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

// Masks.
extension RenderExtension {
  /// Room for a mask, on a page with others where it is small.
  func room(for mask: PixelSize) -> MaskSite {
    let whole = PixelRect(x: 0, y: 0, width: mask.width, height: mask.height)
    guard MaskPage.isShared(by: mask) else {
      let page = MaskPage(size: mask, render: self)
      return MaskSite(page: page, place: page.room(for: mask) ?? whole)
    }
    if let page, let place = page.room(for: mask) { return MaskSite(page: page, place: place) }
    let page = MaskPage(size: MaskPage.usualSize, render: self)
    self.page = page
    return MaskSite(page: page, place: page.room(for: mask) ?? whole)
  }

  /// Has the small masks that `body` makes sent together afterwards, on pages of their own.
  func gatherMasks(_ body: () -> Void) {
    (page, gathered) = (nil, GatheredMasks())
    body()
    gathered.take()?.send(by: self)
  }

  /// Keeps a mask to be sent with others.
  ///
  /// - Returns: Whether it is kept; else it is to be sent by itself.
  func gather(
    _ mask: ServerMask, _ coverage: UnsafeBufferPointer<UInt8>, stride: Int
  ) -> Bool {
    guard gathered != nil, MaskPage.isShared(by: mask.size) else { return false }
    gathered?.add(mask, coverage, stride: stride)
    return true
  }

  /// Erases a mask that was not sent yet.
  func eraseGathered(_ mask: ServerMask) { gathered?.erase(mask) }
}
