import CX11
public import Scene

/// The surface that a window's delegate paints on.
public enum WindowSurface {
  /// Pixels in this process's memory, which are sent afterwards.
  case bitmap(Bitmap)
  /// A picture in the X server.
  case server(ServerCanvas)

  /// The rectangle of all pixels.
  public var bounds: PixelRect {
    switch self {
    case .bitmap(let bitmap): bitmap.bounds
    case .server(let canvas): canvas.bounds
    }
  }

  /// The number of device pixels in one logical pixel.
  public var scale: Double {
    switch self {
    case .bitmap(let bitmap): bitmap.scale
    case .server(let canvas): canvas.scale
    }
  }
}

/// The off-screen buffer of a window.
enum WindowBuffer: ~Copyable {
  case memory(BackBuffer)
  case server(BackPixmap)

  /// The size in device pixels.
  var size: PixelSize {
    switch self {
    case .memory(let buffer): buffer.size
    case .server(let pixmap): pixmap.size
    }
  }

  /// Returns the surface for painting. It is valid as long as the buffer exists.
  func surface(scale: Double) -> WindowSurface {
    switch self {
    case .memory(let buffer): .bitmap(buffer.bitmap(scale: scale))
    case .server(let pixmap): .server(pixmap.canvas(scale: scale))
    }
  }

  /// Shows a part at the same position in a window.
  ///
  /// - Parameter context: A graphics context without graphics exposures.
  func show(_ rect: PixelRect, in window: Window, with context: GC, on connection: Connection) {
    switch self {
    case .memory(let buffer): buffer.send(rect, to: window, with: context, on: connection)
    case .server(let pixmap): pixmap.copy(rect, to: window, with: context)
    }
  }
}
