import CX11
public import Scene

/// What a window's client paints on.
public enum WindowSurface {
  /// Pixels in this program's memory, which are sent afterwards.
  case bitmap(Bitmap)
  /// A picture that the X server keeps.
  case server(ServerCanvas)

  /// All of its pixels.
  public var bounds: PixelRect {
    switch self {
    case .bitmap(let bitmap): bitmap.bounds
    case .server(let canvas): canvas.bounds
    }
  }

  /// Device pixels to one logical pixel.
  public var scale: Double {
    switch self {
    case .bitmap(let bitmap): bitmap.scale
    case .server(let canvas): canvas.scale
    }
  }
}

/// A window's pixels before they are shown.
enum WindowBuffer: ~Copyable {
  case memory(BackBuffer)
  case server(BackPixmap)

  /// In device pixels.
  var size: PixelSize {
    switch self {
    case .memory(let buffer): buffer.size
    case .server(let pixmap): pixmap.size
    }
  }

  /// What to paint on, for as long as the buffer lives.
  func surface(scale: Double) -> WindowSurface {
    switch self {
    case .memory(let buffer): .bitmap(buffer.bitmap(scale: scale))
    case .server(let pixmap): .server(pixmap.canvas(scale: scale))
    }
  }

  /// Shows a part in the same place of a window.
  ///
  /// - Parameter context: Reports no exposures.
  func show(_ rect: PixelRect, in window: Window, with context: GC, on connection: Connection) {
    switch self {
    case .memory(let buffer): buffer.send(rect, to: window, with: context, on: connection)
    case .server(let pixmap): pixmap.copy(rect, to: window, with: context)
    }
  }
}
