import Scene

/// A mask that a canvas made, kept for frames to come.
struct KeptMask {
  /// Which pixels it covers, counted from its anchor.
  let bounds: PixelRect
  /// A `Canvas.Mask`, of whichever kind of canvas was painted on.
  let mask: AnyObject

  /// In bytes.
  var cost: Int { bounds.area }

  /// The mask, if this canvas can paint through it.
  ///
  /// - Parameter anchor: The pixel from which its bounds are counted.
  func placed<Target: Canvas & ~Copyable>(
    at anchor: PixelAnchor, for canvas: borrowing Target
  ) -> PlacedMask<Target>? {
    guard let mask = mask as? Target.Mask, canvas.accepts(mask) else { return nil }
    return PlacedMask(area: bounds.offset(x: anchor.x, y: anchor.y), mask: mask)
  }
}

/// A mask of a canvas's own, and the pixels of the canvas that it covers.
struct PlacedMask<Target: Canvas & ~Copyable> {
  let area: PixelRect
  let mask: Target.Mask
}
