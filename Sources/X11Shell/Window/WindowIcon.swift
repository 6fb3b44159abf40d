/// A picture of the window for task bars and switchers.
public struct WindowIcon: Hashable, Sendable {
  /// Columns, in pixels.
  public let width: Int
  /// Rows, in pixels.
  public let height: Int
  /// Row by row from the top; each `0xAARRGGBB`, not premultiplied, as EWMH has it.
  public let pixels: [UInt32]

  /// Creates an icon.
  ///
  /// - Precondition: `pixels` has `width × height` elements.
  public init(width: Int, height: Int, pixels: [UInt32]) {
    precondition(
      width > 0 && height > 0 && pixels.count == width * height,
      "\(pixels.count) pixels do not make \(width) × \(height)")
    self.width = width
    self.height = height
    self.pixels = pixels
  }

  /// The icons as `_NET_WM_ICON` wants them: width, height and pixels, one icon after another.
  ///
  /// Xlib takes 32-bit property data as an array of C's `long`, 64 bits wide on most machines.
  static func property(of icons: [WindowIcon]) -> [UInt] {
    icons.flatMap { [UInt($0.width), UInt($0.height)] + $0.pixels.map(UInt.init) }
  }
}
