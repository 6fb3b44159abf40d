import CX11
import CairoRendering
import Motion
import Scene
import System
import X11

/// The differences between successive frames of a content.
///
/// A frame draws what differs from the displayed list. After a failure nothing counts as displayed:
/// the next frame draws everything again.
struct FrameDrawing {
  /// The state on which the pixels of a display list depend.
  struct Conditions: Hashable {
    /// The pixels of the canvas.
    var bounds: PixelRect
    /// Device pixels per logical pixel.
    var scale: Double
    /// The preferred font family.
    var fontFamily: String?
  }

  /// The display list of the last frame, and the one of the next frame.
  private var displayed = DisplayList()
  private var next = DisplayList()
  private var damage = DamageTracker()
  /// The conditions of the last frame. `nil` if no frame was drawn.
  private(set) var conditions: Conditions?
  /// Whether the canvas contains at most part of the last frame.
  var hasFailed: Bool { retry != nil }
  /// The time at which a frame that could not be drawn is drawn again.
  private(set) var retry: Instant?

  static let retryDelay = Duration.seconds(1)

  /// Draws a frame.
  ///
  /// - Parameters:
  ///   - instant: The presentation time.
  ///   - isNew: Whether the content of the canvas is undefined.
  ///   - paint: Draws the given parts of the list.
  /// - Returns: The changed areas.
  /// - Throws: The error of `paint`. The frame is drawn again at `retry`.
  mutating func draw(
    _ content: any WindowContent, at instant: Instant, conditions: Conditions, isNew: Bool,
    _ paint: (DisplayList, [PixelRect]) throws(RenderingError) -> Void
  ) throws(RenderingError) -> [PixelRect] {
    next.removeAll()
    content.draw(into: &next, at: instant)
    if isNew || hasFailed || conditions != self.conditions {
      damage.damageAll(conditions.bounds)
    } else {
      damage.update(from: displayed, to: next, scale: conditions.scale)
    }
    do throws(RenderingError) {
      try paint(next, damage.rects)
    } catch {
      retry = instant + Self.retryDelay
      throw error
    }
    (retry, self.conditions) = (nil, conditions)
    swap(&displayed, &next)
    return damage.rects
  }
}

/// The off-screen buffer of a window.
private enum WindowBuffer: ~Copyable {
  case memory(BackBuffer)
  case server(BackPixmap)

  /// The size in device pixels.
  var size: PixelSize {
    switch self {
    case .memory(let buffer): buffer.size
    case .server(let pixmap): pixmap.size
    }
  }

  var isOnServer: Bool {
    switch self {
    case .memory: false
    case .server: true
    }
  }
}

/// Draws the frames of a window into its buffer and copies the buffer to the window.
///
/// If the server has no memory for a buffer or a mask, frames are drawn in this process's memory.
struct WindowPainter: ~Copyable {
  private let connection: Connection
  private let window: WindowID
  private let format: PixelFormat
  private let context: GC
  /// The RENDER extension. `nil` if the server cannot paint for this program.
  let render: RenderExtension?
  let renderer: Renderer
  /// The content, and its secrets.
  private let content: any WindowContent
  private let secrets: any SecretTextSource
  private var buffer: WindowBuffer?
  /// The serial number of the first request for the buffer.
  private var bufferSerial: UInt = 0
  private(set) var drawing = FrameDrawing()

  init(
    of window: WindowID, showing content: any WindowContent, format: PixelFormat, renderer: Renderer,
    render: RenderExtension?, on connection: Connection
  ) {
    // The source of a copy to the window always exists, so no exposure events are needed.
    var values = XGCValues()
    values.graphics_exposures = False
    // `XCreateGC` fails only without memory.
    guard let context = XCreateGC(connection.display, window, UInt(GCGraphicsExposures), &values) else {
      ProcessMemory.endProcess(withoutMemoryFor: "a window")
    }
    self.connection = connection
    self.window = window
    self.format = format
    self.context = context
    self.renderer = renderer
    self.content = content
    secrets = content as? any SecretTextSource ?? EmptySecretTextSource()
    self.render = render
  }

  deinit { XFreeGC(connection.display, context) }

  /// Draws a frame into the buffer.
  ///
  /// - Parameters:
  ///   - size: The size of the window in device pixels.
  ///   - scale: Device pixels per logical pixel.
  ///   - instant: The presentation time.
  /// - Returns: The changed areas.
  /// - Throws: The reason for which nothing was drawn. The frame is drawn again at `retry`.
  mutating func draw(
    size: PixelSize, scale: Double, at instant: Instant
  ) throws(RenderingError) -> [PixelRect] {
    let isNew = prepareBuffer(size)
    let conditions = FrameDrawing.Conditions(
      bounds: size.bounds, scale: scale,
      fontFamily: renderer.preferredFamily)
    let isNewScale = scale != drawing.conditions?.scale
    return try drawing.draw(content, at: instant, conditions: conditions, isNew: isNew) {
      (list, damage) throws(RenderingError) in
      switch buffer {
      case .memory(let buffer)?:
        try renderer.draw(list, damage: damage, into: buffer.bitmap(scale: scale), secrets: secrets)
      case .server(let pixmap)?:
        let canvas = pixmap.canvas(scale: scale)
        // No mask exists for this scale yet, so all of them are uploaded together. Those of a secret are never cached.
        if isNewScale {
          try canvas.gatherMasks { masks throws(RenderingError) in
            try renderer.draw(list, damage: damage, on: masks, secrets: EmptySecretTextSource())
          }
        }
        try renderer.draw(list, damage: damage, on: canvas, secrets: secrets)
      case nil: break
      }
    }
  }

  /// Makes the buffer as large as the window.
  ///
  /// - Returns: Whether the buffer is new, with undefined content.
  private mutating func prepareBuffer(_ size: PixelSize) -> Bool {
    if buffer?.size == size { return false }
    bufferSerial = XNextRequest(connection.display)
    if let render, let format = render.format(of: format.visual), !render.isServerFull {
      buffer = .server(BackPixmap(size: size, format: format, render: render))
    } else {
      buffer = .memory(BackBuffer(size: size, depth: format.depth))
    }
    return true
  }

  /// Discards the buffer if the server had no memory for it or for a mask since it was created.
  ///
  /// - Returns: Whether the buffer was discarded, so that a frame must be drawn.
  mutating func discardFailedBuffer() -> Bool {
    guard buffer?.isOnServer == true, connection.lastFailedAllocation >= bufferSerial else { return false }
    render?.isServerFull = true
    buffer = nil
    connection.endIgnoringFailedAllocation()
    return true
  }

  mutating func discardBuffer() { buffer = nil }

  /// Copies rectangles of the buffer to the screen without drawing them again.
  func present(_ rects: [PixelRect]) {
    for rect in rects {
      switch buffer {
      case .memory(let buffer)?: buffer.send(rect, to: window, with: context, on: connection)
      case .server(let pixmap)?: pixmap.copy(rect, to: window, with: context)
      case nil: break
      }
    }
  }
}
