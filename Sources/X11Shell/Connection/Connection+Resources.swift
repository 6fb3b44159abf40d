import CX11

extension Connection {
  /// Device pixels to one logical pixel by the resource `Xft.dpi`, 96 dots per inch being 1.
  ///
  /// `nil` where it is not set or makes no sense. Read once by Xlib when it connects.
  public var scaleFactor: Double? {
    XGetDefault(display, "Xft", "dpi").flatMap { Self.scaleFactor(dpi: String(cString: $0)) }
  }

  /// The scale factor that a resource's value stands for: `nil` unless between ½ and 8.
  static func scaleFactor(dpi: String) -> Double? {
    let number = dpi.drop(while: \.isWhitespace).prefix { !$0.isWhitespace }
    guard let dpi = Double(number) else { return nil }
    let scale = dpi / 96
    return (0.5...8).contains(scale) ? scale : nil
  }
}
