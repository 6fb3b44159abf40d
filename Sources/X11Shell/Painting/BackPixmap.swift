import CX11
import CXRender
import Scene

/// The window's pixels in the server's memory, from which any part can be shown again.
///
/// The content is painted here and then copied, so that no incomplete state is visible.
struct BackPixmap: ~Copyable {
  /// The size in device pixels.
  let size: PixelSize
  let pixmap: Pixmap
  private let picture: Picture
  private let render: RenderExtension

  /// Creates a buffer with undefined content.
  init(size: PixelSize, render: RenderExtension) {
    self.size = size
    self.render = render
    pixmap = render.makePixmap(width: size.width, height: size.height, format: render.windowFormat)
    picture = XRenderCreatePicture(render.connection.display, pixmap, render.windowFormat, 0, nil)
  }

  deinit {
    XRenderFreePicture(render.connection.display, picture)
    XFreePixmap(render.connection.display, pixmap)
  }

  /// Returns a canvas for painting. It is valid as long as the buffer exists.
  func canvas(scale: Double) -> ServerCanvas {
    ServerCanvas(
      on: picture, bounds: PixelRect(x: 0, y: 0, width: size.width, height: size.height), scale: scale,
      render: render)
  }

  /// Copies a part to the same position in a window.
  ///
  /// - Parameters:
  ///   - rect: The part. It is clipped to the buffer.
  ///   - context: A graphics context without graphics exposures. Otherwise the server sends an
  ///     event for each copy.
  func copy(_ rect: PixelRect, to window: Window, with context: GC) {
    let rect = rect.intersection(PixelRect(x: 0, y: 0, width: size.width, height: size.height))
    guard !rect.isEmpty else { return }
    XCopyArea(
      render.connection.display, pixmap, window, context, Int32(rect.x), Int32(rect.y), UInt32(rect.width),
      UInt32(rect.height), Int32(rect.x), Int32(rect.y))
  }
}
