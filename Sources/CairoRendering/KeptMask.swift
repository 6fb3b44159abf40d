import Scene

/// A mask that a canvas made, kept for frames to come.
struct KeptMask {
  /// Which pixels it covers, counted from its anchor.
  let bounds: PixelRect
  /// Of whichever kind of canvas was painted on.
  let mask: CanvasMask

  /// In bytes.
  var cost: Int { bounds.area }

  /// The mask where it is painted.
  ///
  /// - Parameter anchor: The pixel from which its bounds are counted.
  func placed(at anchor: PixelAnchor) -> PlacedMask {
    PlacedMask(area: bounds.offset(x: anchor.x, y: anchor.y), mask: mask)
  }
}

/// A mask, and the pixels of the canvas that it covers.
struct PlacedMask {
  let area: PixelRect
  let mask: CanvasMask
}
