public import Scene

/// Plays display lists onto canvases, and measures the text in them.
///
/// A picture drawn in parts equals one drawn whole to the byte: every element that is not a
/// rectangle is drawn whole into a `CoveragePicture` first, which the canvas keeps as a mask, and
/// painted from there, so that what moves by whole pixels or changes its colour is drawn only once.
public final class Renderer {
  let shaper: TextShaper
  /// What later renderers can know already.
  private var keptChoices: FontChoices?
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
    keptChoices = choices
  }

  /// Hands over which fonts were chosen lately, for later renderers to know; `nil` where nothing is
  /// new since that was done last, or since this renderer was told.
  public func takeNewFontChoices() -> FontChoices? {
    guard var choices = shaper.book.choices else { return nil }
    choices.preferredFamily = preferredFamily
    guard choices != keptChoices else { return nil }
    keptChoices = choices
    return choices
  }

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
      let cover = place.lastCover(of: list.range, in: list)
      if cover == nil { canvas.clear(area) }
      paint((cover ?? 0)..<list.elements.count, of: list, in: place, on: canvas, secrets)
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

  public func line(of text: String, style: TextStyle) -> TextLine {
    shaper.textLine(text, style: style)
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

  /// Paints some siblings in their order, but for those that others hide.
  func paintVisible(
    _ part: Range<Int>, of list: DisplayList, in place: Place,
    on canvas: borrowing some Canvas & ~Copyable,
    _ secrets: borrowing some SecretReading & ~Copyable
  ) {
    let start = place.lastCover(of: part, in: list) ?? part.lowerBound
    paint(start..<part.upperBound, of: list, in: place, on: canvas, secrets)
  }

  private func paint(
    _ part: Range<Int>, of list: DisplayList, in place: Place,
    on canvas: borrowing some Canvas & ~Copyable,
    _ secrets: borrowing some SecretReading & ~Copyable
  ) {
    var index = part.lowerBound
    while index < part.upperBound {
      let footprint = list.footprints[index]
      if place.mayShow(footprint.ink) {
        paint(index, of: part, list, in: place, on: canvas, secrets)
      }
      index += footprint.extent
    }
  }

  /// Paints one of some siblings, with its content where it has any.
  private func paint(
    _ index: Int, of part: Range<Int>, _ list: DisplayList, in place: Place,
    on canvas: borrowing some Canvas & ~Copyable,
    _ secrets: borrowing some SecretReading & ~Copyable
  ) {
    let footprint = list.footprints[index]
    switch list.elements[index] {
    case .group(let group, let count):
      paint(group, index + 1..<index + 1 + count, of: list, in: place, on: canvas, secrets)
    case .recording(let recording):
      paintVisible(recording.list.range, of: recording.list, in: place, on: canvas, secrets)
    case .secret(let secret): paint(secret, in: place, on: canvas, secrets)
    case .shape(let shape, let paint, let color):
      guard let place = place.narrowed(to: footprint.ink) else { break }
      self.paint(shape, paint, color, in: place, on: canvas)
    case .shadow(let shape, let shadow):
      guard let place = place.narrowed(to: footprint.ink) else { break }
      let cover = index + 1 < part.upperBound ? list.elements[index + 1] : nil
      paint(
        shadow, of: shape, hiddenBy: cover.flatMap(place.pixelsHidden), in: place, on: canvas)
    case .text(let text):
      guard let place = place.narrowed(to: footprint.ink) else { break }
      paint(text, in: place, on: canvas)
    }
  }
}

extension Renderer.Place {
  /// The same place with no more pixels than something with that ink may change; `nil` where those
  /// are none.
  fileprivate func narrowed(to ink: Rect) -> Self? {
    var place = self
    place.area = space.reach(of: ink).intersection(area)
    return place.area.isEmpty ? nil : place
  }

  /// A quick look whether anything with that ink can be in the area: no element reaches further than
  /// two pixels beyond its ink, one for what rounds it to whole ones and one for what it paints
  /// there.
  fileprivate func mayShow(_ ink: Rect) -> Bool {
    let (start, end) = (devicePoint(ink.origin), devicePoint(Point(x: ink.maxX, y: ink.maxY)))
    return start.x < Double(area.maxX + 2) && end.x > Double(area.x - 2)
      && start.y < Double(area.maxY + 2) && end.y > Double(area.y - 2)
  }
}
