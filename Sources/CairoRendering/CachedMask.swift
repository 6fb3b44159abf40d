import Scene

/// A mask that a canvas created, cached for later frames.
struct CachedMask {
  /// The pixels that the mask covers, relative to its anchor.
  let bounds: PixelRect
  /// The mask, in the format of the canvas that created it.
  let mask: CanvasMask

  /// The cost in the cache, in bytes: one for each pixel.
  var cost: Int { bounds.area }

  /// Returns the mask at a position on the canvas.
  ///
  /// - Parameter anchor: The pixel of the canvas that is the origin of `bounds`.
  func placed(at anchor: SubpixelPosition) -> PlacedMask {
    PlacedMask(area: bounds.offset(x: anchor.x, y: anchor.y), mask: mask)
  }
}

/// A mask and the pixels of the canvas that it covers.
struct PlacedMask {
  let area: PixelRect
  let mask: CanvasMask
}
