import Scene

/// What a coverage picture shows: all that decides its bytes, but neither its place nor its colour.
struct CoverageKey: Hashable {
  /// An element without its place, in logical pixels around its own origin.
  enum Subject: Hashable {
    case shape(Shape, Paint)
    case shadow(RoundedRect, blur: Double)
    case text(StyledString)
  }

  let subject: Subject
  /// Device pixels to one of the subject's.
  let scale: Double
  let phase: PixelAnchor.Phase
  /// The only pixels drawn, where the whole would be too large.
  var cut: PixelRect?

  /// Leaves out what seldom tells two keys apart, since each frame looks up a dozen: equality does.
  func hash(into hasher: inout Hasher) {
    switch subject {
    case .shape(.path(let path), _): hasher.combine(path.elements.first)
    case .shape(.rect(let rect), _): hasher.combine(rect.size)
    case .shape(.roundedRect(let shape), _), .shadow(let shape, _):
      hasher.combine(shape.rect.size)
    case .text(let text): text.hash(into: &hasher)
    }
    hasher.combine(scale.bitPattern &+ UInt64(phase.x) << 8 &+ UInt64(phase.y))
  }

  /// Where the subject's origin lies in the anchor's pixel, in device pixels.
  var offset: Point { Point(x: Double(phase.x) / 256, y: Double(phase.y) / 256) }

  /// The device pixels around the anchor that some ink of the subject touches, and one more on each
  /// side, since outlines keep to Cairo's grid of 1/256.
  func pixels(covering ink: Rect) -> PixelRect {
    let placed = Transform(scale: scale, translation: offset - .zero)(ink)
    return PixelRect(covering: placed, scale: 1).outset(by: 1)
  }
}
