import Scene

/// A mask that a canvas created, in the format of that canvas.
struct PlacedMask {
  /// The pixels of the canvas that the mask covers. In the cache, they are relative to its anchor.
  let area: PixelRect
  let mask: CanvasMask

  /// Returns the cached mask at a position on the canvas.
  ///
  /// - Parameter anchor: The pixel of the canvas that is the origin of `area`.
  func placed(at anchor: SubpixelPosition) -> PlacedMask {
    PlacedMask(area: area.offset(x: anchor.x, y: anchor.y), mask: mask)
  }
}

/// The cache key of a coverage bitmap: everything that determines its bytes. Its pixel position and
/// its color are not part of the key.
struct CoverageKey: Hashable {
  /// An element without its position, in logical pixels relative to its own origin.
  enum Element: Hashable {
    case shape(Shape, Paint)
    /// A shadow without its color, which determines only its extent, in standard deviations.
    case shadow(RoundedRect, blur: Double, extent: Double)
    case text(StyledString)
  }

  let element: Element
  /// The number of device pixels per unit of the element.
  let scale: Double
  let offset: SubpixelPosition.SubpixelOffset
  /// The only pixels that are drawn if the whole bitmap would be too large.
  var crop: PixelRect?

  /// Omits properties that seldom distinguish two keys, and combines numbers to one word, because each frame looks up
  /// about a dozen keys. Equality compares all properties.
  func hash(into hasher: inout Hasher) {
    var word = scale.bitPattern &+ UInt64(offset.x) << 8 &+ UInt64(offset.y)
    switch element {
    case .shape(.path(let path), _): hasher.combine(path.elements.first)
    case .shape(.rect(let rect), _): word = word &* 31 &+ rect.size.hashedWord
    case .shape(.roundedRect(let shape), _), .shadow(let shape, _, _):
      word = word &* 31 &+ shape.rect.size.hashedWord
    case .text(let text): text.hash(into: &hasher)
    }
    hasher.combine(word)
  }

  /// The position of the element's origin within the anchor's pixel, in device pixels.
  var originInPixel: Point { Point(x: Double(offset.x) / 256, y: Double(offset.y) / 256) }

  /// Returns the device pixels, relative to the anchor, that some ink of the element touches, and
  /// one more on each side, because Cairo rounds outlines to 1/256 of a pixel.
  func pixels(covering ink: Rect) -> PixelRect {
    let placed = Transform(scale: scale, translation: originInPixel - .zero)(ink)
    return PixelRect(covering: placed, scale: 1).outset(by: 1)
  }
}

extension Size {
  /// A word that is the same for equal sizes, also if one side is negative zero.
  fileprivate var hashedWord: UInt64 { (width + 0).bitPattern &* 31 &+ (height + 0).bitPattern }
}
