import CX11
import CXRender
import Scene

/// How much of each pixel something covers, kept by the server.
final class ServerMask: CanvasMask {
  let size: PixelSize
  private let render: RenderExtension
  /// Where it is; `nil` before it is sent, and nothing is painted through it until then.
  private(set) var site: MaskSite?

  /// Sends 8 bits a pixel to the server, unless masks are gathered.
  ///
  /// - Parameters:
  ///   - coverage: Rows from the top.
  ///   - stride: Bytes from the start of one row to that of the next.
  init(
    _ coverage: UnsafeBufferPointer<UInt8>, size: PixelSize, stride: Int, render: RenderExtension
  ) {
    (self.size, self.render) = (size, render)
    super.init()
    guard !render.gather(self, coverage, stride: stride) else { return }
    let site = render.room(for: size)
    site.page.put(coverage, stride: stride, in: site.place)
    self.site = site
  }

  deinit { site?.page.giveBack() }

  /// Tells where it will be.
  func settle(at site: MaskSite) { self.site = site }

  /// Overwrites it: memory that the server frees may come to another client as it is.
  func erase() {
    guard let site else { return render.eraseGathered(self) }
    render.fill(site.place, of: site.page.picture, .transparent, PictOpSrc)
  }

  /// Whether it belongs to the same server connection.
  func belongs(to other: RenderExtension) -> Bool { render === other }
}

/// Where a mask is.
struct MaskSite {
  /// The picture of which it is a part.
  let page: MaskPage
  /// Which part.
  let place: PixelRect

  /// The pixel on which the page's first one lies where the mask's own lies on `origin`.
  func pageOrigin(placedAt origin: PixelPoint) -> PixelPoint {
    PixelPoint(x: origin.x - place.x, y: origin.y - place.y)
  }
}
