import CX11
public import Scene

/// The initial size and position of a window in the format `WIDTHxHEIGHT±X±Y`.
///
/// All values are in logical pixels. Size or position may be omitted. A negative
/// offset, also `-0`, is the distance between the far edges of window and screen, as in all X
/// programs (`XParseGeometry`).
public struct WindowGeometry: Hashable, Sendable {
  /// A distance to an edge of the screen. Negative distances are outside the screen.
  enum Offset: Hashable, Sendable {
    /// From the left or top edge of the screen to that of the window.
    case near(Int)
    /// From the right or bottom edge of the window to that of the screen.
    case far(Int)
  }

  /// The size. `nil` if the text contains none.
  public let size: Size?
  let x: Offset?
  let y: Offset?

  /// Parses a geometry.
  ///
  /// - Returns: `nil` if the text is not a geometry, or has a side of 0.
  public init?(_ text: String) {
    var (x, y, width, height): (Int32, Int32, UInt32, UInt32) = (0, 0, 0, 0)
    let found = XParseGeometry(text, &x, &y, &width, &height)
    func has(_ flag: Int32) -> Bool { found & flag != 0 }
    guard found != 0, has(WidthValue) == has(HeightValue), has(XValue) == has(YValue) else { return nil }
    guard !has(WidthValue) || (width > 0 && height > 0) else { return nil }
    size = has(WidthValue) ? Size(width: Double(width), height: Double(height)) : nil
    self.x = has(XValue) ? Offset(x, isFar: has(XNegative)) : nil
    self.y = has(YValue) ? Offset(y, isFar: has(YNegative)) : nil
  }

  /// Returns the position of the window's top-left corner in device pixels, and the corner that the
  /// window manager must keep in place when it adds its frame (ICCCM 4.1.2.3).
  ///
  /// - Returns: `nil` if the text contains no position.
  func placement(of size: PixelSize, on screen: PixelSize, scale: Double) -> (x: Int, y: Int, gravity: Int32)?
  {
    guard let x, let y else { return nil }
    return (
      x.origin(of: size.width, on: screen.width, scale: scale),
      y.origin(of: size.height, on: screen.height, scale: scale), Self.gravity(x, y)
    )
  }

  private static func gravity(_ x: Offset, _ y: Offset) -> Int32 {
    switch (x, y) {
    case (.near, .near): NorthWestGravity
    case (.far, .near): NorthEastGravity
    case (.near, .far): SouthWestGravity
    case (.far, .far): SouthEastGravity
    }
  }
}

extension WindowGeometry.Offset {
  /// `XParseGeometry` returns an offset from the far edge as a negative number.
  fileprivate init(_ offset: Int32, isFar: Bool) { self = isFar ? .far(-Int(offset)) : .near(Int(offset)) }

  fileprivate func origin(of side: Int, on screen: Int, scale: Double) -> Int {
    let limit = PixelSize.sideRange.upperBound
    let origin =
      switch self {
      case .near(let distance): Self.device(distance, scale)
      case .far(let distance): screen - side - Self.device(distance, scale)
      }
    return origin.clamped(to: -limit...limit)
  }

  /// Returns a distance in device pixels, limited to a value beyond every screen.
  private static func device(_ distance: Int, _ scale: Double) -> Int {
    let limit = Double(1 << 30)
    return Int(max(-limit, min((Double(distance) * scale).rounded(), limit)))
  }
}
