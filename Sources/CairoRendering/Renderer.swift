public import Scene

/// Plays display lists onto canvases, and measures the text in them.
///
/// A picture drawn in parts equals one drawn whole to the byte: every element that is not a
/// rectangle is drawn whole into a `CoveragePicture` first, which the canvas keeps as a mask, and
/// painted from there, so that what moves by whole pixels or changes its colour is drawn only once.
public final class Renderer {
  let shaper: TextShaper
  /// Its limit follows the canvas that is painted on.
  var masks = GenerationalCache<CoverageKey, KeptMask>(limit: leastCacheLimit)

  /// The families in which all text is drawn, before those of its style; separated by commas.
  ///
  /// Whoever changes it measures all text anew, and draws it anew.
  public var preferredFamily: String? {
    get { shaper.preferredFamily }
    set {
      guard newValue != shaper.preferredFamily else { return }
      shaper.preferredFamily = newValue
      masks = GenerationalCache(limit: masks.limit)
    }
  }

  /// In bytes a generation, for bitmaps so small that the elements are no smaller than they.
  private static let leastCacheLimit = 2 << 20

  /// - Parameter choices: Those of an earlier renderer of the system's fonts, so that fontconfig need
  ///   not be asked again; they are passed over unless they still hold.
  /// - Throws: `RenderingError.noFonts` where there are none to draw with.
  public init(
    fonts: FontSet = .system, knowing choices: FontChoices? = nil
  ) throws(RenderingError) {
    shaper = try TextShaper(over: try FontBook(fonts, knowing: choices))
  }

  /// Which fonts were chosen so far, where that is more than was known at first.
  public var newFontChoices: FontChoices? { shaper.book.isExtended ? shaper.book.choices : nil }

  /// Paints the parts of a display list that lie inside `damage`, and nothing outside.
  ///
  /// Each rectangle is made transparent first, so it ends up showing what the list paints and no
  /// more. An element with numbers that are not finite, or a shadow of more than 2²⁴ pixels, is not
  /// painted.
  ///
  /// - Parameters:
  ///   - damage: In device pixels; what lies outside the canvas is left out.
  ///   - secrets: Lends the secrets that the list names.
  public func draw(
    _ list: DisplayList, damage: [PixelRect], on canvas: borrowing some Canvas & ~Copyable,
    secrets: borrowing some SecretReading & ~Copyable
  ) {
    let frame = canvas.bounds
    // As many bytes as a bitmap's: four layers of elements over all of it, at whatever scale.
    masks.limit = max(Self.leastCacheLimit, 4 * frame.area)
    for rect in damage {
      let area = rect.intersection(frame)
      guard !area.isEmpty else { continue }
      let place = Place(
        space: DisplayList.Space(scale: canvas.scale), area: area, frame: frame)
      if place.lastCover(of: list.elements[...]) == nil { canvas.clear(area) }
      paint(list.elements[...], in: place, on: canvas, secrets)
    }
  }

  /// Paints into a bitmap as on any canvas.
  ///
  /// - Throws: `RenderingError.cairo` where there is no memory, or the bitmap is more than 32,767
  ///   pixels wide or high.
  public func draw(
    _ list: DisplayList, damage: [PixelRect], into bitmap: Bitmap,
    secrets: borrowing some SecretReading & ~Copyable
  ) throws(RenderingError) {
    let canvas = try CairoCanvas(lending: bitmap)
    draw(list, damage: damage, on: canvas, secrets: secrets)
    try check(canvas.status)
  }

  /// Draws a whole display list that names no secrets.
  ///
  /// - Throws: As `draw(_:damage:into:secrets:)` does.
  public func draw(_ list: DisplayList, into bitmap: Bitmap) throws(RenderingError) {
    try draw(list, damage: [bitmap.bounds], into: bitmap, secrets: NoSecrets())
  }
}

extension Renderer: TextMeasuring {
  public func metrics(of text: String, style: TextStyle) -> TextMetrics {
    shaper.metrics(of: text, style: style)
  }

  public func secretMetrics(of utf8: Span<UInt8>, style: TextStyle) -> TextMetrics {
    shaper.secretMetrics(of: utf8, style: style)
  }
}

extension Renderer {
  /// Where elements are painted.
  struct Place {
    var space: DisplayList.Space
    /// The only device pixels that may change.
    var area: PixelRect
    /// All of the bitmap.
    let frame: PixelRect
  }

  /// Paints elements in their order, but for those that others hide.
  func paint(
    _ elements: ArraySlice<DisplayList.Element>, in place: Place,
    on canvas: borrowing some Canvas & ~Copyable,
    _ secrets: borrowing some SecretReading & ~Copyable
  ) {
    var index = place.lastCover(of: elements) ?? elements.startIndex
    while index < elements.endIndex {
      let element = elements[index]
      index += 1
      switch element {
      case .group(let group, let count):
        paint(group, elements[index..<index + count], in: place, on: canvas, secrets)
        index += count
      case .secret(let secret): paint(secret, in: place, on: canvas, secrets)
      default: paint(element, in: place, on: canvas)
      }
    }
  }

  /// Paints an element that needs nothing but itself.
  private func paint(
    _ element: DisplayList.Element, in place: Place, on canvas: borrowing some Canvas & ~Copyable
  ) {
    guard let ink = element.ink else { return }
    let area = place.space.reach(of: ink).intersection(place.area)
    guard !area.isEmpty else { return }
    var place = place
    place.area = area
    switch element {
    case .shape(let shape, let paint, let color):
      self.paint(shape, paint, color, in: place, on: canvas)
    case .shadow(let shape, let shadow): paint(shadow, of: shape, in: place, on: canvas)
    case .text(let text): paint(text, in: place, on: canvas)
    case .secret, .group: break
    }
  }
}
