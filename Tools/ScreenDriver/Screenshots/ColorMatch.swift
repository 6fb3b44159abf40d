public import Scene

/// A color with a tolerance for comparing pixels.
public struct ColorMatch: Hashable, Sendable {
  private let red: Int
  private let green: Int
  private let blue: Int
  private let tolerance: Int

  /// - Parameter tolerance: The maximum difference of each of red, green and blue, 0…255.
  public init(_ color: Color, tolerance: Int = 8) {
    func byte(_ component: Double) -> Int { Int((component * 255).rounded()) }
    (red, green, blue) = (byte(color.red), byte(color.green), byte(color.blue))
    self.tolerance = tolerance
  }

  /// Returns whether a pixel `0xRRGGBB` is within the tolerance.
  public func matches(_ pixel: UInt32) -> Bool {
    abs(Int(pixel >> 16 & 0xFF) - red) <= tolerance && abs(Int(pixel >> 8 & 0xFF) - green) <= tolerance
      && abs(Int(pixel & 0xFF) - blue) <= tolerance
  }
}

/// The theme colors by which controls are found in a screenshot.
public struct AccentColors: Hashable, Sendable {
  public var red: Color
  public var green: Color
  public var blue: Color

  /// The accent colors of the light theme.
  public static let light = AccentColors(
    red: Color(hex: 0xFF3B30), green: Color(hex: 0x34C759), blue: Color(hex: 0x007AFF))
  /// The accent colors of the dark theme.
  public static let dark = AccentColors(
    red: Color(hex: 0xFF453A), green: Color(hex: 0x30D158), blue: Color(hex: 0x0A84FF))
}
