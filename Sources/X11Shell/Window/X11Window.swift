import CX11
public import Scene

/// A top-level window with its buffer, its input method and its pointer shapes.
///
/// The server never clears it: it has no background, keeps its pixels at the top leading corner
/// when it grows, and is mapped only after its first frame was drawn.
public struct X11Window: ~Copyable {
  /// Device pixels to one logical pixel.
  public internal(set) var scale: Double
  let connection: Connection
  let id: Window
  let inputMethod: InputMethod
  /// The size that the window manager gave last, in device pixels.
  var pixelSize: PixelSize
  /// What it is called, and how it opened.
  let description: WindowDescription
  private let leader: ClientLeader
  private let format: PixelFormat
  private let colormap: Colormap
  private let context: GC
  /// `nil` where the server cannot paint for us.
  private let render: RenderExtension?
  private var buffer: WindowBuffer?
  private var cursors: PointerCursors
  private var pointerShape: PointerShape?

  /// Creates the window, unmapped; the run loop shows it.
  ///
  /// - Parameters:
  ///   - description: What it is called and how it opens.
  ///   - scale: Device pixels to one logical pixel, positive.
  ///   - connection: Kept alive by the window.
  /// - Throws: `noSuitableVisual`; `connectionLost`.
  /// - Precondition: `scale` is finite and positive.
  public init(
    _ description: WindowDescription, scale: Double, on connection: Connection
  ) throws(X11Error) {
    precondition(scale.isFinite && scale > 0, "the scale must be positive, is \(scale)")
    let format = try PixelFormat(on: connection)
    let display = connection.display
    let colormap = XCreateColormap(display, connection.root, format.visual, AllocNone)
    let screen = connection.screenSize.logical(scale: scale)
    let size = PixelSize(description.openingSize(on: screen), scale: scale)
    let hints = SizeHints(description, size: size, scale: scale, screen: connection.screenSize)
    let id = Self.create(
      at: hints.origin, size: size, format: format, colormap: colormap, on: connection)
    // What is copied to the window always exists, so there is nothing to tell of.
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

  /// The size of its content, in logical pixels.
  public var size: Size { pixelSize.logical(scale: scale) }

  /// What the window hears of.
  static let eventMask =
    KeyPressMask | KeyReleaseMask | ButtonPressMask | ButtonReleaseMask | PointerMotionMask
    | EnterWindowMask | LeaveWindowMask | FocusChangeMask | ExposureMask | StructureNotifyMask
    | VisibilityChangeMask | PropertyChangeMask

  private static func create(
    at origin: (x: Int, y: Int), size: PixelSize, format: PixelFormat, colormap: Colormap,
    on connection: Connection
  ) -> Window {
    var attributes = XSetWindowAttributes()
    attributes.background_pixmap = Pixmap(None)
    // A visual that is not the root's cannot take the border from the root.
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
  /// Puts the window on the screen, or asks the window manager to.
  func map() { XMapWindow(connection.display, id) }

  /// Tells by which id the session's manager knows the program.
  func setSessionID(_ id: String) { leader.setSessionID(id) }

  /// Makes the buffer as large as the window.
  ///
  /// - Returns: Whether it is a new one, with nothing drawn yet.
  mutating func prepareBuffer() -> Bool {
    if let size = buffer?.size, size == pixelSize { return false }
    buffer = makeBuffer()
    return true
  }

  private func makeBuffer() -> WindowBuffer {
    guard let render else { return .memory(BackBuffer(size: pixelSize, depth: format.depth)) }
    return .server(BackPixmap(size: pixelSize, render: render))
  }

  /// What to draw on; `nil` before the buffer was first prepared.
  var surface: WindowSurface? { buffer?.surface(scale: scale) }

  /// Sends parts of the buffer to the screen; nothing is drawn anew.
  func present(_ rects: [PixelRect]) {
    for rect in rects { buffer?.show(rect, in: id, with: context, on: connection) }
  }

  /// Gives the pointer a shape while it is over the window.
  mutating func show(_ shape: PointerShape) {
    guard shape != pointerShape else { return }
    pointerShape = shape
    XDefineCursor(connection.display, id, cursors[shape])
  }

  /// Shows the pointer in another cursor theme or size, from now on; `nil` leaves either as it is.
  ///
  /// - Parameter size: Nominal, in device pixels.
  mutating func setCursors(theme: String?, size: Int?) {
    cursors.set(theme: theme, size: size)
    if let pointerShape { XDefineCursor(connection.display, id, cursors[pointerShape]) }
  }
}
