import CX11
import CXRender
import Scene

/// A coverage mask that is stored in the server.
final class ServerMask: CanvasMask {
  let size: PixelSize
  private let render: RenderExtension
  /// The slot of the mask, or `nil` before it is uploaded. Until then nothing is painted through
  /// it.
  private(set) var site: MaskAtlasSlot?

  /// Uploads 8-bit coverage to the server, unless masks are being collected.
  ///
  /// - Parameters:
  ///   - coverage: The coverage in rows from the top.
  ///   - stride: The number of bytes from the start of one row to the next.
  init(_ coverage: UnsafeBufferPointer<UInt8>, size: PixelSize, stride: Int, render: RenderExtension) {
    (self.size, self.render) = (size, render)
    super.init()
    guard !render.gather(self, coverage, stride: stride) else { return }
    let site = render.allocateSlot(for: size)
    site.page.put(coverage, stride: stride, in: site.rect)
    self.site = site
  }

  deinit { site?.page.giveBack() }

  /// Assigns the slot of the mask.
  func assign(to site: MaskAtlasSlot) { self.site = site }

  /// Overwrites the mask, because the server may reuse freed memory for another client without
  /// clearing it.
  func erase() {
    guard let site else { return render.eraseGathered(self) }
    render.fill(site.rect, of: site.page.picture, .transparent, PictOpSrc)
  }

  /// Whether the mask belongs to the same server connection.
  func belongs(to other: RenderExtension) -> Bool { render === other }
}

/// The location of a mask.
struct MaskAtlasSlot {
  /// The page that contains the mask.
  let page: MaskPage
  /// The area of the mask on the page.
  let rect: PixelRect

  /// Returns the pixel at which the page's origin lies if the mask's origin lies at `origin`.
  func pageOrigin(placedAt origin: PixelPoint) -> PixelPoint {
    PixelPoint(x: origin.x - rect.x, y: origin.y - rect.y)
  }
}
