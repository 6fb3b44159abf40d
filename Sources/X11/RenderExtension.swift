package import CX11
package import Scene

/// The server's RENDER extension, as far as painting windows needs it. All windows of a connection share it, so that
/// they can share masks.
///
/// A window is painted in the server from pictures that are uploaded once. A frame then takes a few
/// dozen small requests, however many pixels change. Measurement: a button with a soft shadow,
/// dragged at 250 Hz in a window of 960 × 640, observed by a second client. The time is this
/// program's CPU time per frame in microseconds, at 1× and 2×. The age is that of the displayed
/// content (p50) in milliseconds, at 1× and 2×.
///
/// | | time | age |
/// |---|---|---|
/// | `XPutImage` | 146, 314 | 0.38, 0.56 |
/// | shared memory | 120, 211 | 0.32, 0.43 |
/// | RENDER | 22, 34 | 0.23, 0.60 |
///
/// Over TCP a frame of this window costs 130 to 500 kB as pixels and 1 kB as requests. `XPutImage`
/// is used for servers without the extension and for untrusted connections.
package final class RenderExtension {
  package let connection: Connection
  /// The format of masks, with 8 bits of coverage per pixel.
  package let coverageFormat: UnsafeMutablePointer<XRenderPictFormat>
  /// The format of layers: colors with alpha.
  package let layerFormat: UnsafeMutablePointer<XRenderPictFormat>
  /// The cached solid colors. They are few enough for a linear search. Assigned as a whole, so that reading them needs no
  /// check for exclusive access at run time.
  private var solids: [(color: SolidColor, picture: Picture)] = []
  /// The images that were uploaded. They are few, such as the icons of a panel.
  private var images: [UploadedImage] = []
  /// The page for the next small masks. It refers to this object, hence weak.
  private weak var page: MaskPage?
  /// The masks to upload together, or `nil` if each mask is uploaded by itself.
  private var gathered: GatheredMasks?
  private var coverageContext: GC?
  /// Whether the server had no memory, so that all windows are painted in this process's memory: shared masks may be
  /// missing.
  package var isServerFull = false

  /// The maximum number of cached colors: enough for a window at rest. Colors of animations are
  /// transient.
  private static let maximumSolidCount = 64

  /// Queries the extension.
  ///
  /// - Returns: `nil` if the server has no RENDER extension or one older than 0.10 (2005).
  package init?(on connection: Connection) {
    let display = connection.display
    var (event, error, major, minor): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
    guard XRenderQueryExtension(display, &event, &error) != False,
      XRenderQueryVersion(display, &major, &minor) != 0, (major, minor) >= (0, 10),
      let coverageFormat = XRenderFindStandardFormat(display, PictStandardA8),
      let layerFormat = XRenderFindStandardFormat(display, PictStandardARGB32)
    else { return nil }
    self.connection = connection
    self.coverageFormat = coverageFormat
    self.layerFormat = layerFormat
  }

  /// Returns the format of windows with a visual. `nil` if the extension cannot paint them.
  package func format(of visual: UnsafeMutablePointer<Visual>) -> UnsafeMutablePointer<XRenderPictFormat>? {
    XRenderFindVisualFormat(connection.display, visual)
  }

  deinit {
    forgetSolids()
    // It does not exist if the server had no memory for the pixmap.
    if let coverageContext { connection.ignoringErrors { _ = XFreeGC(connection.display, coverageContext) } }
  }

  /// Returns an unbounded picture of one color. It is cached until too many other colors are
  /// requested.
  package func solid(_ color: SolidColor) -> Picture {
    if let solid = solids.first(where: { $0.color == color }) { return solid.picture }
    if solids.count >= Self.maximumSolidCount { forgetSolids() }
    var value = color.value
    let picture = XRenderCreateSolidFill(connection.display, &value)
    solids = solids + [(color, picture)]
    return picture
  }

  /// Returns the picture of an image. The image is uploaded when it is drawn first, and its picture is kept until the
  /// next upload after the end of the image.
  package func picture(of image: Image) -> Picture {
    if let index = images.firstIndex(where: { $0.image === image }) { return images[index].picture.id }
    images.removeAll { $0.image == nil }
    let size = PixelSize(width: image.width, height: image.height)
    let picture = ServerPicture(size: size, format: layerFormat, on: connection)
    let buffer = BackBuffer(size: size, depth: Int32(layerFormat.pointee.depth))
    image.pixels.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { return }
      buffer.bitmap(scale: 1).address.copyMemory(from: start, byteCount: bytes.count)
    }
    if let context = connection.makeContext(for: picture.pixmap) {
      buffer.send(size.bounds, to: picture.pixmap, with: context, on: connection)
      XFreeGC(connection.display, context)
    }
    let uploaded = UploadedImage(image: image, picture: picture)
    images.append(uploaded)
    return uploaded.picture.id
  }

  /// Fills pixels of a picture with a color, by the given operation (over or replace).
  package func fill(_ area: PixelRect, of picture: Picture, _ color: SolidColor, _ operation: Int32) {
    var value = color.value
    XRenderFillRectangle(
      connection.display, operation, picture, &value, Int32(area.x), Int32(area.y), UInt32(area.width),
      UInt32(area.height))
  }

  /// Returns a graphics context for uploads to 8-bit pixmaps, or `nil` if Xlib has no memory.
  package func context(forCoverage pixmap: Pixmap) -> GC? {
    if coverageContext == nil { coverageContext = connection.makeContext(for: pixmap) }
    return coverageContext
  }

  private func forgetSolids() {
    for (_, picture) in solids { XRenderFreePicture(connection.display, picture) }
    solids = []
  }
}

/// An image whose pixels are in the server.
private final class UploadedImage {
  private(set) weak var image: Image?
  let picture: ServerPicture

  init(image: Image, picture: consuming ServerPicture) {
    self.image = image
    self.picture = picture
  }
}

// Masks.
extension RenderExtension {
  /// Allocates a slot for a mask. Small masks share a page.
  package func allocateSlot(for mask: PixelSize) -> MaskAtlasSlot {
    let isShared = MaskPage.isShared(by: mask)
    if isShared, let page, let rect = page.allocateSlot(for: mask) {
      return MaskAtlasSlot(page: page, rect: rect)
    }
    let page = MaskPage(size: isShared ? MaskPage.defaultSize : mask, render: self)
    if isShared { self.page = page }
    return MaskAtlasSlot(page: page, rect: page.allocateSlot(for: mask) ?? mask.bounds)
  }

  /// Moves a mask to the page of the newest masks, and returns its slot there. Large masks have pages of their own, and
  /// stay.
  package func renew(_ slot: MaskAtlasSlot) -> MaskAtlasSlot {
    guard slot.page !== page, MaskPage.isShared(by: slot.rect.size), !isServerFull else { return slot }
    let new = allocateSlot(for: slot.rect.size)
    new.page.copy(slot, to: new.rect)
    slot.page.releaseSlot()
    return new
  }

  /// Uploads the small masks that `body` creates together afterwards, in rows of their own.
  ///
  /// They share pages with earlier masks: one cached mask keeps a page, so a page for each dialog of an agent would let
  /// the server's memory grow with their number.
  package func gatherMasks<Failure>(_ body: () throws(Failure) -> Void) throws(Failure) {
    gathered = GatheredMasks()
    defer {
      page?.startRow()
      gathered.take()?.send(by: self)
    }
    try body()
  }

  /// Adds a mask to those that are uploaded together.
  ///
  /// - Returns: Whether it was added. If `false`, the caller uploads it.
  package func gather(_ mask: ServerMask, _ coverage: UnsafeBufferPointer<UInt8>, stride: Int) -> Bool {
    guard gathered != nil, MaskPage.isShared(by: mask.size) else { return false }
    gathered?.add(mask, coverage, stride: stride)
    return true
  }

  /// Removes a mask that was not uploaded yet.
  package func eraseGathered(_ mask: ServerMask) { gathered?.erase(mask) }
}
