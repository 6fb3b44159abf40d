/// An icon of the window for task bars and window switchers.
public struct WindowIcon: Hashable, Sendable {
  /// The number of columns in pixels.
  public let width: Int
  /// The number of rows in pixels.
  public let height: Int
  /// The pixels row by row from the top, each `0xAARRGGBB` and not premultiplied, as in EWMH.
  public let pixels: [UInt32]

  /// Creates an icon.
  ///
  /// - Precondition: `pixels` has `width × height` elements.
  public init(width: Int, height: Int, pixels: [UInt32]) {
    precondition(
      width > 0 && height > 0 && pixels.count == width * height,
      "invalid icon: \(pixels.count) pixels for \(width) × \(height)")
    self.width = width
    self.height = height
    self.pixels = pixels
  }

  /// Returns the icons in the format of `_NET_WM_ICON`: width, height and pixels, one icon after
  /// another.
  ///
  /// Xlib expects 32-bit property data as an array of C's `long`, 64 bits wide on most machines.
  static func property(of icons: [WindowIcon]) -> [UInt] {
    icons.flatMap { [UInt($0.width), UInt($0.height)] + $0.pixels.map(UInt.init) }
  }
}
