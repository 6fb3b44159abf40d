import Scene

extension Renderer {
  /// Lays a colour over the frame where a subject covers it.
  ///
  /// - Parameters:
  ///   - anchor: Where the subject's origin lies.
  ///   - scale: Device pixels to one of the subject's.
  ///   - hole: Pixels that are left as they are.
  func paint(
    _ subject: CoverageKey.Subject, at anchor: PixelAnchor?, scale: Double, _ color: Color,
    outside hole: PixelRect? = nil, in place: Place, on canvas: borrowing some Canvas & ~Copyable
  ) {
    guard let anchor, color.alpha > 0,
      let mask = mask(of: subject, at: anchor, scale: scale, frame: place.frame, for: canvas)
    else { return }
    guard let hole, hole.intersects(place.area) else {
      return fill(through: mask, color, in: place, on: canvas)
    }
    let parts = place.area.parts(outside: hole)
    for index in parts.indices where !parts[index].isEmpty {
      var place = place
      place.area = parts[index]
      fill(through: mask, color, in: place, on: canvas)
    }
  }

  /// Lays a colour over the frame through a mask.
  func fill(
    through mask: PlacedMask, _ color: Color, in place: Place,
    on canvas: borrowing some Canvas & ~Copyable
  ) {
    let area = mask.area.intersection(place.area)
    guard !area.isEmpty else { return }
    canvas.fill(area, color, through: mask.mask, at: mask.area.origin)
  }

  /// The mask of a subject, made now if it isn't kept; `nil` where it cannot be made.
  ///
  /// - Parameter frame: The only part to be made of what is too large to be made whole.
  func mask(
    of subject: CoverageKey.Subject, at anchor: PixelAnchor, scale: Double, frame: PixelRect,
    for canvas: borrowing some Canvas & ~Copyable
  ) -> PlacedMask? {
    var key = CoverageKey(subject: subject, scale: scale, phase: anchor.phase)
    if let kept = keptMask(for: key, canvas) { return kept.placed(at: anchor) }
    var bounds = bounds(of: key)
    if CoveragePicture.isTooLarge(bounds) {
      bounds = bounds.intersection(frame.offset(x: -anchor.x, y: -anchor.y))
      key.cut = bounds
      if let kept = keptMask(for: key, canvas) { return kept.placed(at: anchor) }
    }
    guard !bounds.isEmpty, let picture = try? makePicture(of: key, bounds: bounds),
      let mask = picture.mask(for: canvas)
    else { return nil }
    let kept = KeptMask(bounds: bounds, mask: mask)
    masks.insert(kept, for: key, cost: kept.cost)
    return kept.placed(at: anchor)
  }

  /// What is kept under a key, if this canvas can paint through it.
  private func keptMask(
    for key: CoverageKey, _ canvas: borrowing some Canvas & ~Copyable
  ) -> KeptMask? {
    masks.find(key).flatMap { canvas.accepts($0.mask) ? $0 : nil }
  }

  /// The pixels that the whole picture covers, counted from its anchor.
  private func bounds(of key: CoverageKey) -> PixelRect {
    switch key.subject {
    case .shape(let shape, let paint):
      return key.pixels(covering: shape.ink(paint))
    case .text(let text):
      return key.pixels(covering: metrics(of: text.string, style: text.style).ink)
    case .shadow(let shape, let blur):
      return ShadowProfile(shape, blur: blur, scale: key.scale).bounds
    }
  }

  private func makePicture(
    of key: CoverageKey, bounds: PixelRect
  ) throws(RenderingError) -> CoveragePicture {
    switch key.subject {
    case .shape(let shape, let paint):
      try CoveragePicture(bounds: bounds) { context in
        context.map(scale: key.scale, origin: key.offset)
        context.paint(shape, paint)
      }
    case .text(let text):
      try CoveragePicture(textIn: bounds) { surface, anchor in
        shaper.line(text.string, style: text.style)?
          .draw(on: surface, at: anchor + (key.offset - .zero), scale: key.scale)
      }
    case .shadow(let shape, let blur):
      try CoveragePicture(of: ShadowProfile(shape, blur: blur, scale: key.scale), bounds: bounds)
    }
  }
}
