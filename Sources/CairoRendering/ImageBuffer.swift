public import Scene

/// The sole owner of a picture's pixels, for whoever needs a picture without a window.
public struct ImageBuffer: ~Copyable {
  /// Columns, in device pixels.
  public let width: Int
  /// Rows, in device pixels.
  public let height: Int
  /// Device pixels to one logical pixel.
  public let scale: Double
  private let pixels: UnsafeMutableBufferPointer<UInt32>

  /// A wholly transparent picture.
  ///
  /// - Parameters:
  ///   - width: In device pixels, at least 0.
  ///   - height: Likewise.
  public init(width: Int, height: Int, scale: Double = 1) {
    precondition(width >= 0 && height >= 0, "a picture cannot measure \(width) × \(height)")
    self.width = width
    self.height = height
    self.scale = scale
    pixels = .allocate(capacity: width * height)
    pixels.initialize(repeating: 0)
  }

  /// A transparent picture large enough for `size` logical pixels.
  public init(size: Size, scale: Double = 1) {
    let pixels = PixelRect(covering: Rect(origin: .zero, size: size), scale: scale)
    self.init(width: pixels.width, height: pixels.height, scale: scale)
  }

  deinit { pixels.deallocate() }

  /// A pixel as `0xAARRGGBB`, its colours premultiplied.
  public subscript(x: Int, y: Int) -> UInt32 {
    get { pixels[index(x, y)] }
    nonmutating set { pixels[index(x, y)] = newValue }
  }

  /// Lends the pixels for the length of a call.
  public borrowing func withBitmap<Result: ~Copyable, Failure: Error>(
    _ body: (Bitmap) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard let start = pixels.baseAddress else {
      preconditionFailure("Swift allocates at least one byte for a picture of \(width) × \(height)")
    }
    return try body(
      Bitmap(
        address: UnsafeMutableRawPointer(start), stride: 4 * width, width: width, height: height,
        scale: scale))
  }

  private func index(_ x: Int, _ y: Int) -> Int {
    precondition(
      (0..<width).contains(x) && (0..<height).contains(y),
      "pixel (\(x), \(y)) lies outside a picture of \(width) × \(height)")
    return y * width + x
  }
}
