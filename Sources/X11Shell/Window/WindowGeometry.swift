import CX11
public import Scene

/// Where a window opens and how large, as a person writes it: `WIDTHxHEIGHT±X±Y`.
///
/// All in logical pixels. Either half may be left out. `-0` counts from the far edge to the
/// window's own far edge, as X programs have always read it (`XParseGeometry`).
public struct WindowGeometry: Hashable, Sendable {
  /// The distance to an edge of the screen; negative ones lead beyond it.
  enum Offset: Hashable, Sendable {
    /// From the screen's left or top edge to the window's.
    case near(Int)
    /// From the window's right or bottom edge to the screen's.
    case far(Int)
  }

  /// `nil` where the text names no size.
  public let size: Size?
  let x: Offset?
  let y: Offset?

  /// Reads a geometry.
  ///
  /// - Returns: `nil` where the text is none, or names a side of 0.
  public init?(_ text: String) {
    var (x, y, width, height): (Int32, Int32, UInt32, UInt32) = (0, 0, 0, 0)
    let found = XParseGeometry(text, &x, &y, &width, &height)
    func has(_ flag: Int32) -> Bool { found & flag != 0 }
    guard found != 0, has(WidthValue) == has(HeightValue), has(XValue) == has(YValue) else {
      return nil
    }
    guard !has(WidthValue) || (width > 0 && height > 0) else { return nil }
    size = has(WidthValue) ? Size(width: Double(width), height: Double(height)) : nil
    self.x = has(XValue) ? Offset(x, isFar: has(XNegative)) : nil
    self.y = has(YValue) ? Offset(y, isFar: has(YNegative)) : nil
  }

  /// Where the window's top leading corner comes to lie, in device pixels, and which of its corners
  /// a window manager's frame must leave in place (ICCCM 4.1.2.3).
  ///
  /// - Returns: `nil` where the text names no place.
  func placement(
    of size: PixelSize, on screen: PixelSize, scale: Double
  ) -> (x: Int, y: Int, gravity: Int32)? {
    guard let x, let y else { return nil }
    return (
      x.origin(of: size.width, on: screen.width, scale: scale),
      y.origin(of: size.height, on: screen.height, scale: scale),
      Self.gravity(x, y)
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
  /// `XParseGeometry` writes an offset from the far edge as a negative number.
  fileprivate init(_ offset: Int32, isFar: Bool) {
    self = isFar ? .far(-Int(offset)) : .near(Int(offset))
  }

  fileprivate func origin(of side: Int, on screen: Int, scale: Double) -> Int {
    let limit = PixelSize.sides.upperBound
    let origin =
      switch self {
      case .near(let distance): Self.device(distance, scale)
      case .far(let distance): screen - side - Self.device(distance, scale)
      }
    return origin.clamped(to: -limit...limit)
  }

  /// In device pixels, and beyond every screen at most.
  private static func device(_ distance: Int, _ scale: Double) -> Int {
    let limit = Double(1 << 30)
    return Int(max(-limit, min((Double(distance) * scale).rounded(), limit)))
  }
}
