import CCairo
public import Scene

/// Draws display lists on canvases and measures their text.
///
/// Drawing in parts gives the same bytes as drawing as a whole. Every element that is not a
/// rectangle is first drawn completely into a `CoverageBitmap`. The canvas stores the bitmap as a
/// mask and paints from it. So an element that moves by whole pixels or changes its color is drawn
/// only once.
public final class Renderer {
  let shaper: TextShaper
  /// The font matches that the caller has already, to give to later renderers.
  private var cachedMatches: FontMatchCache?
  /// The cached masks. The limit depends on the size of the canvas.
  var masks = GenerationalCache<CoverageKey, PlacedMask>(limit: minimumCacheLimit)
  /// Whether the current drawing lacks an element for which there was not enough memory.
  private var isIncomplete = false

  /// The font families for all text, separated by commas. They take precedence over the families of
  /// the text style.
  ///
  /// After a change, the caller must measure and draw all text again.
  public var preferredFamily: String? {
    get { shaper.preferredFamily }
    set {
      guard newValue != shaper.preferredFamily else { return }
      shaper.preferredFamily = newValue
      masks = GenerationalCache(limit: masks.limit)
    }
  }

  /// The minimum cache limit in bytes per generation, for bitmaps that are no larger than the
  /// elements on them.
  private static let minimumCacheLimit = 512 << 10

  /// The approximate memory of a cached mask beside its pixels, in bytes: the key with its shape or text, the entries
  /// of the cache and the object of the mask. Each frame of an animation adds masks, most of which are small.
  static let maskOverhead = 1024

  /// Creates a renderer.
  ///
  /// - Parameters:
  ///   - fonts: The fonts to draw with.
  ///   - matches: The font matches of an earlier renderer of the system fonts. They make a new
  ///     fontconfig lookup unnecessary. Outdated matches are ignored.
  /// - Throws: `RenderingError.noFonts` if there are no fonts, and `outOfMemory`.
  public init(fonts: FontSource = .system, cachedMatches matches: FontMatchCache? = nil)
    throws(RenderingError)
  {
    shaper = try TextShaper(typefaces: try TypefaceCache(fonts, cachedMatches: matches))
    cachedMatches = matches
  }

  /// Returns the recent font matches for later renderers. The result is `nil` if they have not
  /// changed since the last call or since the matches that the initializer received.
  public func takeNewFontMatches() -> FontMatchCache? {
    guard var matches = shaper.typefaces.matches else { return nil }
    matches.preferredFamily = preferredFamily
    guard matches != cachedMatches else { return nil }
    cachedMatches = matches
    return matches
  }

  /// Paints the parts of a display list that are inside of `damage`, and nothing outside.
  ///
  /// Each rectangle is first made transparent, so afterwards it shows only the content of the list.
  /// An element with coordinates that are not finite and a shadow of more than 2²⁴ pixels are not
  /// painted.
  ///
  /// - Parameters:
  ///   - list: The display list.
  ///   - damage: The rectangles in device pixels. Parts outside of the canvas are ignored.
  ///   - canvas: The canvas to paint on.
  ///   - secrets: The source of the secrets in the list.
  /// - Throws: `RenderingError.outOfMemory` if an element is missing because there was not enough
  ///   memory.
  public func draw(
    _ list: DisplayList, damage: [PixelRect], on canvas: borrowing some Canvas & ~Copyable,
    secrets: borrowing some SecretTextSource & ~Copyable
  ) throws(RenderingError) {
    isIncomplete = false
    let canvasBounds = canvas.bounds
    // Four bytes per canvas pixel: enough for masks that cover the canvas four times.
    masks.limit = max(Self.minimumCacheLimit, 4 * canvasBounds.area)
    for rect in damage {
      let area = rect.intersection(canvasBounds)
      guard !area.isEmpty else { continue }
      let context = PaintContext(
        space: DisplayList.PaintSpace(scale: canvas.scale), area: area, canvasBounds: canvasBounds)
      let occluder = context.lastOccluder(of: list.range, in: list)
      if occluder == nil { canvas.clear(area) }
      paint((occluder ?? 0)..<list.elements.count, of: list, in: context, on: canvas, secrets)
    }
    if isIncomplete { throw .outOfMemory }
  }

  /// Returns a bitmap or a mask of an element, or `nil` if the element cannot be drawn.
  ///
  /// - Parameter make: Creates it. `nil` stands for missing memory.
  func unlessOutOfMemory<Value: ~Copyable>(_ make: () throws(RenderingError) -> Value?) -> Value? {
    do throws(RenderingError) {
      if let value = try make() { return value }
      isIncomplete = true
    } catch {
      if error == .outOfMemory { isIncomplete = true }
    }
    return nil
  }

  /// Paints the parts of a display list that are inside of `damage` into a bitmap.
  ///
  /// - Throws: `RenderingError.drawing` if there is not enough memory or if the bitmap is more than
  ///   32,767 pixels wide or high.
  public func draw(
    _ list: DisplayList, damage: [PixelRect], into bitmap: Bitmap,
    secrets: borrowing some SecretTextSource & ~Copyable
  ) throws(RenderingError) {
    let canvas = try CairoCanvas(borrowing: bitmap)
    try draw(list, damage: damage, on: canvas, secrets: secrets)
    try check(canvas.status)
  }

  /// Draws a whole display list that contains no secrets.
  ///
  /// - Throws: The errors of `draw(_:damage:into:secrets:)`.
  public func draw(_ list: DisplayList, into bitmap: Bitmap) throws(RenderingError) {
    try draw(list, damage: [bitmap.bounds], into: bitmap, secrets: EmptySecretTextSource())
  }
}

extension Renderer: TextMeasuring {
  public func metrics(of text: String, style: TextStyle) -> TextMetrics {
    shaper.metrics(of: text, style: style)
  }

  public func line(of text: String, style: TextStyle) -> TextLine { shaper.textLine(text, style: style) }

  public func lineBreaks(in text: String) -> [Int] { shaper.lineBreaks(in: text) }

  public func secretMetrics(of utf8: Span<UInt8>, style: TextStyle) -> TextMetrics {
    shaper.secretMetrics(of: utf8, style: style)
  }
}

extension Renderer {
  /// The transform, the clip area and the canvas bounds for painting elements.
  struct PaintContext {
    var space: DisplayList.PaintSpace
    /// The only device pixels that may change.
    var area: PixelRect
    /// The bounds of the whole canvas.
    let canvasBounds: PixelRect
  }

  /// Paints sibling elements in order, except for elements that others hide.
  func paintVisible(
    _ range: Range<Int>, of list: DisplayList, in context: PaintContext,
    on canvas: borrowing some Canvas & ~Copyable, _ secrets: borrowing some SecretTextSource & ~Copyable
  ) {
    let start = context.lastOccluder(of: range, in: list) ?? range.lowerBound
    paint(start..<range.upperBound, of: list, in: context, on: canvas, secrets)
  }

  private func paint(
    _ range: Range<Int>, of list: DisplayList, in context: PaintContext,
    on canvas: borrowing some Canvas & ~Copyable, _ secrets: borrowing some SecretTextSource & ~Copyable
  ) {
    var index = range.lowerBound
    while index < range.upperBound {
      let footprint = list.footprints[index]
      if context.mayContain(footprint.ink) { paint(index, of: range, list, in: context, on: canvas, secrets) }
      index += footprint.elementCount
    }
  }

  /// Paints one of several sibling elements, with its content if it has any.
  private func paint(
    _ index: Int, of range: Range<Int>, _ list: DisplayList, in context: PaintContext,
    on canvas: borrowing some Canvas & ~Copyable, _ secrets: borrowing some SecretTextSource & ~Copyable
  ) {
    let footprint = list.footprints[index]
    switch list.elements[index] {
    case .group(let group, let count):
      paint(group, index + 1..<index + 1 + count, of: list, in: context, on: canvas, secrets)
    case .recording(let recording):
      paintVisible(recording.list.range, of: recording.list, in: context, on: canvas, secrets)
    case .secret(let secret): paint(secret, in: context, on: canvas, secrets)
    case .shape(let shape, let paint, let color):
      guard let context = context.narrowed(to: footprint.ink) else { break }
      self.paint(shape, paint, color, in: context, on: canvas)
    case .shadow(let shape, let shadow):
      guard let context = context.narrowed(to: footprint.ink) else { break }
      let next = index + 1 < range.upperBound ? list.elements[index + 1] : nil
      paint(shadow, of: shape, hiddenBy: next.flatMap(context.hiddenPixels), in: context, on: canvas)
    case .image(let image, let position):
      guard let context = context.narrowed(to: footprint.ink) else { break }
      self.paint(image, at: position, in: context, on: canvas)
    case .text(let text):
      guard let context = context.narrowed(to: footprint.ink) else { break }
      paint(text, in: context, on: canvas)
    }
  }
}

extension Renderer.PaintContext {
  /// Returns the context reduced to the pixels that an element with this ink may change, or `nil`
  /// if there are none.
  fileprivate func narrowed(to ink: Rect) -> Self? {
    var context = self
    context.area = space.damageBounds(of: ink).intersection(area)
    return context.area.isEmpty ? nil : context
  }

  /// Quickly returns whether an element with this ink can be in the area. No element extends more
  /// than two pixels beyond its ink: one because of rounding to whole pixels and one because of
  /// painting there.
  fileprivate func mayContain(_ ink: Rect) -> Bool {
    let (start, end) = (devicePoint(ink.origin), devicePoint(Point(x: ink.maxX, y: ink.maxY)))
    return start.x < Double(area.maxX + 2) && end.x > Double(area.x - 2) && start.y < Double(area.maxY + 2)
      && end.y > Double(area.y - 2)
  }
}

/// An error in creating, reading or writing an image, or in loading fonts.
public enum RenderingError: Error, Equatable {
  /// Drawing failed. Contains the reason, such as a missing file or invalid PNG data.
  case drawing(String)
  /// There was not enough memory. Drawing may succeed later.
  case outOfMemory
  /// The directory contains no fonts. If it is `nil`, no fonts are installed.
  case noFonts(directory: String?)
}

extension RenderingError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .drawing(let reason): reason
    case .outOfMemory: "out of memory"
    case .noFonts(let directory?): "no fonts in \(directory)"
    case .noFonts(nil): "no fonts are installed"
    }
  }
}

/// Throws an error unless a Cairo status reports success.
func check(_ status: cairo_status_t) throws(RenderingError) {
  switch status {
  case CAIRO_STATUS_SUCCESS: break
  case CAIRO_STATUS_NO_MEMORY: throw .outOfMemory
  default: throw .drawing(String(cString: cairo_status_to_string(status)))
  }
}
