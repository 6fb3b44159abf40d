import CX11
public import Scene

/// A top-level window with its buffer, its input method and its pointer shapes.
///
/// The server never clears it: it has no background, keeps its pixels at the top-left corner when
/// it grows, and is mapped only after its first frame is drawn.
public struct X11Window: ~Copyable {
  /// Device pixels per logical pixel.
  public internal(set) var scale: Double
  let connection: Connection
  let id: Window
  let inputMethod: InputMethod
  /// The size in device pixels that the window manager has set last.
  var pixelSize: PixelSize
  /// The names and the initial size and position of the window.
  let description: WindowDescription
  private let leader: ClientLeader
  private let format: PixelFormat
  private let colormap: Colormap
  private let context: GC
  /// The RENDER extension. `nil` if the server cannot paint for this program.
  private let render: RenderExtension?
  private var buffer: WindowBuffer?
  private var cursors: PointerCursors
  private var pointerShape: PointerShape?

  /// Creates the window unmapped. The run loop maps it.
  ///
  /// - Parameters:
  ///   - description: The names and the initial size and position.
  ///   - scale: Device pixels per logical pixel.
  ///   - connection: The connection. The window retains it.
  /// - Throws: `noSuitableVisual`; `connectionLost`.
  /// - Precondition: `scale` is finite and positive.
  public init(_ description: WindowDescription, scale: Double, on connection: Connection) throws(X11Error) {
    precondition(scale.isFinite && scale > 0, "scale must be finite and positive, is \(scale)")
    let format = try PixelFormat(on: connection)
    let display = connection.display
    let colormap = XCreateColormap(display, connection.root, format.visual, AllocNone)
    let screen = connection.screenSize.logical(scale: scale)
    let size = PixelSize(description.openingSize(on: screen), scale: scale)
    let hints = SizeHints(description, size: size, scale: scale, screen: connection.screenSize)
    let id = Self.create(at: hints.origin, size: size, format: format, colormap: colormap, on: connection)
    // The source of a copy to the window always exists, so no exposure events are needed.
    var values = XGCValues()
    values.graphics_exposures = False
    guard let context = XCreateGC(display, id, UInt(GCGraphicsExposures), &values) else {
      throw .connectionLost
    }

    self.scale = scale
    self.connection = connection
    self.id = id
    self.description = description
    leader = ClientLeader(of: id, in: description.launch.session, on: connection)
    self.format = format
    self.colormap = colormap
    self.context = context
    render = RenderExtension(on: connection, visual: format.visual)
    pixelSize = size
    cursors = PointerCursors(on: connection)
    inputMethod = InputMethod(for: id, on: connection)
    introduce(as: description, hints: hints, leader: leader.id)
  }

  deinit {
    inputMethod.close()
    XFreeGC(connection.display, context)
    XDestroyWindow(connection.display, id)
    XFreeColormap(connection.display, colormap)
  }

  /// The size of the content in logical pixels.
  public var size: Size { pixelSize.logical(scale: scale) }

  /// The events that the window receives.
  static let eventMask =
    KeyPressMask | KeyReleaseMask | ButtonPressMask | ButtonReleaseMask | PointerMotionMask | EnterWindowMask
    | LeaveWindowMask | FocusChangeMask | ExposureMask | StructureNotifyMask | VisibilityChangeMask
    | PropertyChangeMask

  private static func create(
    at origin: (x: Int, y: Int), size: PixelSize, format: PixelFormat, colormap: Colormap,
    on connection: Connection
  ) -> Window {
    var attributes = XSetWindowAttributes()
    attributes.background_pixmap = Pixmap(None)
    // A window cannot copy the root's border if its visual differs from the root's.
    attributes.border_pixel = 0
    attributes.bit_gravity = NorthWestGravity
    attributes.colormap = colormap
    attributes.event_mask = eventMask
    return XCreateWindow(
      connection.display, connection.root, Int32(origin.x), Int32(origin.y), UInt32(size.width),
      UInt32(size.height), 0, format.depth, UInt32(InputOutput), format.visual,
      UInt(CWBackPixmap | CWBorderPixel | CWBitGravity | CWColormap | CWEventMask), &attributes)
  }
}

extension X11Window {
  /// Maps the window, directly or through the window manager.
  func map() { XMapWindow(connection.display, id) }

  /// Sets the session id of the program.
  func setSessionID(_ id: String) { leader.setSessionID(id) }

  /// Makes the buffer as large as the window.
  ///
  /// - Returns: Whether the buffer is new and empty.
  mutating func prepareBuffer() -> Bool {
    if let size = buffer?.size, size == pixelSize { return false }
    buffer = makeBuffer()
    return true
  }

  private func makeBuffer() -> WindowBuffer {
    guard let render else { return .memory(BackBuffer(size: pixelSize, depth: format.depth)) }
    return .server(BackPixmap(size: pixelSize, render: render))
  }

  /// The drawing surface. `nil` before `prepareBuffer()` was called.
  var surface: WindowSurface? { buffer?.surface(scale: scale) }

  /// Copies rectangles of the buffer to the screen without drawing them again.
  func present(_ rects: [PixelRect]) {
    for rect in rects { buffer?.show(rect, in: id, with: context, on: connection) }
  }

  /// Sets the pointer shape over the window.
  mutating func show(_ shape: PointerShape) {
    guard shape != pointerShape else { return }
    pointerShape = shape
    XDefineCursor(connection.display, id, cursors[shape])
  }

  /// Sets the cursor theme and size. `nil` keeps the current value.
  ///
  /// - Parameter size: The nominal size in device pixels.
  mutating func setCursors(theme: String?, size: Int?) {
    cursors.set(theme: theme, size: size)
    if let pointerShape { XDefineCursor(connection.display, id, cursors[pointerShape]) }
  }
}
