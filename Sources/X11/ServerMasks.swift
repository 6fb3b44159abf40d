package import CX11
package import Scene

/// A coverage mask that is stored in the server.
package final class ServerMask: CanvasMask {
  package let size: PixelSize
  private let render: RenderExtension
  /// The slot of the mask, or `nil` before it is uploaded. Until then nothing is painted through
  /// it.
  fileprivate(set) var slot: MaskAtlasSlot?

  /// Uploads 8-bit coverage to the server, unless masks are being collected.
  ///
  /// - Parameters:
  ///   - coverage: The coverage in rows from the top.
  ///   - stride: The number of bytes from the start of one row to the next.
  package init(_ coverage: UnsafeBufferPointer<UInt8>, size: PixelSize, stride: Int, render: RenderExtension)
  {
    (self.size, self.render) = (size, render)
    super.init()
    guard !render.gather(self, coverage, stride: stride) else { return }
    let slot = render.allocateSlot(for: size)
    slot.page.put(coverage, stride: stride, in: slot.rect)
    self.slot = slot
  }

  deinit { slot?.page.releaseSlot() }

  /// Moves to the page of the newest masks. Without this, each mask that stays could keep a page of masks that are gone.
  package override func outlast() { slot = slot.map(render.renew) }

  /// Overwrites the mask, because the server may reuse freed memory for another client without
  /// clearing it.
  package func erase() {
    guard let slot else { return render.eraseGathered(self) }
    render.fill(slot.rect, of: slot.page.picture, .transparent, PictOpSrc)
  }

  /// Returns whether the mask belongs to the same server connection.
  package func belongs(to other: RenderExtension) -> Bool { render === other }
}

/// The location of a mask.
package struct MaskAtlasSlot {
  /// The page that contains the mask.
  package let page: MaskPage
  /// The area of the mask on the page.
  package let rect: PixelRect

  /// Returns the pixel at which the page's origin lies if the mask's origin lies at `origin`.
  package func pageOrigin(placedAt origin: PixelPoint) -> PixelPoint {
    PixelPoint(x: origin.x - rect.x, y: origin.y - rect.y)
  }
}

/// A server picture that contains many masks, so that each mask costs one request instead of four.
///
/// Masks are packed in rows from left to right. The first mask of a row determines its height.
/// Space is reused only after all masks of a page were released.
package final class MaskPage {
  package let size: PixelSize
  private let storage: ServerPicture
  // It keeps the connection alive.
  private let render: RenderExtension
  private var rowStart = 0
  private var rowHeight = 0
  private var rowEnd = 0
  private var masks = 0

  /// The size of a shared page: 256 kB, enough for all masks of a window at 1×.
  package static let defaultSize = PixelSize(width: 512, height: 512)

  /// Returns whether a mask is small enough to share a page with others.
  package static func isShared(by mask: PixelSize) -> Bool {
    mask.width <= defaultSize.width && 4 * mask.height <= defaultSize.height
  }

  package init(size: PixelSize, render: RenderExtension) {
    self.size = size
    self.render = render
    storage = ServerPicture(size: size, format: render.coverageFormat, on: render.connection)
  }

  package var picture: Picture { storage.id }

  /// Allocates a slot for a mask, or returns `nil` if the page is full.
  package func allocateSlot(for mask: PixelSize) -> PixelRect? {
    var (x, y, height) = (rowEnd, rowStart, max(rowHeight, rowEnd == 0 ? mask.height : 0))
    if x + mask.width > size.width || mask.height > height {
      (x, y, height) = (0, rowStart + rowHeight, mask.height)
    }
    guard x + mask.width <= size.width, y + height <= size.height else { return nil }
    (rowStart, rowHeight, rowEnd) = (y, height, x + mask.width)
    masks += 1
    return PixelRect(x: x, y: y, width: mask.width, height: mask.height)
  }

  /// The number of used rows from the top.
  package var usedHeight: Int { rowStart + rowHeight }

  /// Places the next mask at the start of a row that contains no other.
  package func startRow() { (rowStart, rowHeight, rowEnd) = (usedHeight, 0, 0) }

  /// Releases the slot of one mask.
  package func releaseSlot() {
    masks -= 1
    if masks == 0 { (rowStart, rowHeight, rowEnd) = (0, 0, 0) }
  }

  /// Copies a mask of another page.
  package func copy(_ slot: MaskAtlasSlot, to rect: PixelRect) {
    XRenderComposite(
      render.connection.display, PictOpSrc, slot.page.picture, Picture(None), picture, Int32(slot.rect.x),
      Int32(slot.rect.y), 0, 0, Int32(rect.x), Int32(rect.y), UInt32(rect.width), UInt32(rect.height))
  }

  /// Uploads the pixels of an area that contains one mask or more.
  ///
  /// - Parameters:
  ///   - coverage: The coverage in rows from the top.
  ///   - stride: The number of bytes from the start of one row to the next.
  package func put(_ coverage: UnsafeBufferPointer<UInt8>, stride: Int, in area: PixelRect) {
    guard let context = render.context(forCoverage: storage.pixmap) else { return }
    // Xlib only reads the pixels.
    var image = XImage(
      UnsafeMutableRawPointer(mutating: coverage.baseAddress), width: area.width, height: area.height,
      stride: stride, depth: 8, bitsPerPixel: 8)
    XPutImage(
      render.connection.display, storage.pixmap, context, &image, 0, 0, Int32(area.x), Int32(area.y),
      UInt32(area.width), UInt32(area.height))
  }
}

/// The masks that were created but not uploaded yet. They are packed closely when all are known,
/// and each page is uploaded in one request.
package struct GatheredMasks {
  private struct Entry {
    package let mask: ServerMask
    /// The coverage in rows from the top.
    package var coverage: [UInt8]
    /// The number of bytes from the start of one row to the next.
    package let stride: Int
  }

  private var entries: [Entry] = []

  /// Adds the pixels of a mask: rows from the top, `stride` bytes from the start of one to the
  /// next.
  package mutating func add(_ mask: ServerMask, _ coverage: UnsafeBufferPointer<UInt8>, stride: Int) {
    entries.append(Entry(mask: mask, coverage: Array(coverage), stride: stride))
  }

  /// Removes a mask and overwrites its pixels.
  package mutating func erase(_ mask: ServerMask) {
    guard let index = entries.firstIndex(where: { $0.mask === mask }) else { return }
    entries[index].coverage.withUnsafeMutableBufferPointer { $0.update(repeating: 0) }
    entries.remove(at: index)
  }

  /// Allocates a slot for each mask and uploads their rows of each page. The highest masks come first to reduce
  /// unused space.
  package func send(by render: RenderExtension) {
    var first: [MaskAtlasSlot] = []
    for entry in entries.sorted(by: { $0.mask.size.height > $1.mask.size.height }) {
      let slot = render.allocateSlot(for: entry.mask.size)
      entry.mask.slot = slot
      if first.last?.page !== slot.page { first.append(slot) }
    }
    for slot in first { send(slot.page, from: slot.rect.y) }
  }

  private func send(_ page: MaskPage, from firstRow: Int) {
    let used = PixelRect(x: 0, y: firstRow, width: page.size.width, height: page.usedHeight - firstRow)
    var pixels = [UInt8](repeating: 0, count: used.area)
    pixels.withUnsafeMutableBufferPointer { pixels in
      for entry in entries {
        guard let slot = entry.mask.slot, slot.page === page else { continue }
        entry.coverage.withUnsafeBufferPointer { coverage in
          for row in 0..<slot.rect.height {
            let start = row * entry.stride
            let index = (slot.rect.y - used.y + row) * used.width + slot.rect.x
            _ = pixels.extracting(index...).update(
              fromContentsOf: coverage.extracting(start..<start + slot.rect.width))
          }
        }
      }
      page.put(UnsafeBufferPointer(pixels), stride: used.width, in: used)
    }
  }
}
