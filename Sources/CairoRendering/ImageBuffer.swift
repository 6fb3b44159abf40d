import CCairo
public import Scene

/// The sole owner of the pixels of an image that is not shown in a window.
public struct ImageBuffer: ~Copyable {
  /// The width in device pixels.
  public let width: Int
  /// The height in device pixels.
  public let height: Int
  /// The number of device pixels per logical pixel.
  public let scale: Double
  private let pixels: UnsafeMutableBufferPointer<UInt32>

  /// Creates a fully transparent image.
  ///
  /// - Parameters:
  ///   - width: The width in device pixels, at least 0.
  ///   - height: The height in device pixels, at least 0. The image has at most 2³⁰ pixels.
  ///   - scale: The number of device pixels per logical pixel, positive and finite.
  public init(width: Int, height: Int, scale: Double = 1) {
    let (count, overflows) = width.multipliedReportingOverflow(by: height)
    precondition(
      width >= 0 && height >= 0 && !overflows && count <= 1 << 30,
      "image of \(width) × \(height) pixels; the maximum is 2³⁰ pixels")
    precondition(scale > 0 && scale.isFinite, "scale must be positive and finite, is \(scale)")
    self.width = width
    self.height = height
    self.scale = scale
    pixels = .allocate(capacity: count)
    pixels.initialize(repeating: 0)
  }

  /// Creates a transparent image that is large enough for `size` logical pixels, with the limits of the other initializer.
  public init(size: Size, scale: Double = 1) {
    let pixels = PixelRect(covering: Rect(origin: .zero, size: size), scale: scale)
    self.init(width: pixels.width, height: pixels.height, scale: scale)
  }

  deinit { pixels.deallocate() }

  /// The pixel as `0xAARRGGBB` with premultiplied colors.
  public subscript(x: Int, y: Int) -> UInt32 {
    get { pixels[index(x, y)] }
    nonmutating set { pixels[index(x, y)] = newValue }
  }

  /// Calls `body` with the pixels, which are valid during the call.
  public borrowing func withBitmap<Result: ~Copyable, Failure: Error>(
    _ body: (Bitmap) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard let start = pixels.baseAddress else {
      preconditionFailure("image buffer of \(width) × \(height) pixels has no base address")
    }
    return try body(
      Bitmap(
        address: UnsafeMutableRawPointer(start), stride: 4 * width, width: width, height: height, scale: scale
      ))
  }

  private func index(_ x: Int, _ y: Int) -> Int {
    precondition(
      (0..<width).contains(x) && (0..<height).contains(y),
      "pixel (\(x), \(y)) is outside the image of \(width) × \(height)")
    return y * width + x
  }

  /// Creates an image from a PNG file.
  ///
  /// - Parameter scale: The number of device pixels per logical pixel. The file does not contain
  ///   it.
  /// - Throws: `RenderingError.drawing` if the file cannot be read or is not a PNG image.
  public init(contentsOfPNG path: String, scale: Double = 1) throws(RenderingError) {
    let source = try CairoSurface(adopting: cairo_image_surface_create_from_png(path))
    let image = ImageBuffer(width: source.width, height: source.height, scale: scale)
    try image.withBitmap { bitmap throws(RenderingError) in
      let context = CairoContext(on: try CairoSurface(borrowing: bitmap))
      context.setSource(source, at: PixelPoint(x: 0, y: 0))
      context.paint(opacity: 1)
      try check(context.status)
    }
    self = image
  }

  /// Writes a PNG file. The colors of fully transparent pixels are lost.
  ///
  /// - Throws: `RenderingError.drawing` if the file cannot be written.
  public borrowing func writePNG(to path: String) throws(RenderingError) {
    try withBitmap { bitmap throws(RenderingError) in
      let surface = try CairoSurface(borrowing: bitmap)
      try check(surface.withPointer { cairo_surface_write_to_png($0, path) })
    }
  }
}
