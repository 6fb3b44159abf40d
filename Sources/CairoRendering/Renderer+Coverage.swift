import Scene

extension Renderer {
  /// Lays a colour over the frame where a subject covers it.
  ///
  /// - Parameters:
  ///   - anchor: Where the subject's origin lies.
  ///   - scale: Device pixels to one of the subject's.
  func paint(
    _ subject: CoverageKey.Subject, at anchor: PixelAnchor?, scale: Double, _ color: Color,
    in place: Place, on context: borrowing CairoContext
  ) {
    guard let anchor, color.alpha > 0,
      let picture = picture(of: subject, at: anchor, scale: scale, frame: place.frame)
    else { return }
    fill(through: picture, at: anchor, color, in: place, on: context)
  }

  /// Lays a colour over the frame through a picture.
  func fill(
    through picture: CoveragePicture, at anchor: PixelAnchor, _ color: Color, in place: Place,
    on context: borrowing CairoContext
  ) {
    let covered = picture.bounds.offset(x: anchor.x, y: anchor.y)
    let area = covered.intersection(place.area)
    guard !area.isEmpty else { return }
    context.fill(area, color, through: picture.surface, at: (covered.x, covered.y))
  }

  /// The picture of a subject, drawn now if it isn't kept; `nil` where it cannot be drawn.
  ///
  /// - Parameter frame: The only part to be drawn of what is too large to be drawn whole.
  func picture(
    of subject: CoverageKey.Subject, at anchor: PixelAnchor, scale: Double, frame: PixelRect
  ) -> CoveragePicture? {
    var key = CoverageKey(subject: subject, scale: scale, phase: anchor.phase)
    if let picture = pictures.find(key) { return picture }
    var bounds = bounds(of: key)
    if CoveragePicture.isTooLarge(bounds) {
      bounds = bounds.intersection(frame.offset(x: -anchor.x, y: -anchor.y))
      key.cut = bounds
      if let picture = pictures.find(key) { return picture }
    }
    guard !bounds.isEmpty, let picture = try? makePicture(of: key, bounds: bounds) else {
      return nil
    }
    pictures.insert(picture, for: key, cost: picture.cost)
    return picture
  }

  /// The pixels that the whole picture covers, counted from its anchor.
  private func bounds(of key: CoverageKey) -> PixelRect {
    switch key.subject {
    case .shape(let shape, let paint):
      let ink = DisplayList.Element.shape(shape, paint, .black).ink ?? .zero
      return key.pixels(covering: ink)
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
      try CoveragePicture(bounds: bounds) { context in
        context.map(scale: key.scale, origin: key.offset)
        shaper.line(text.string, style: text.style).addOutlines(to: context)
        context.fillOutlines()
      }
    case .shadow(let shape, let blur):
      try CoveragePicture(of: ShadowProfile(shape, blur: blur, scale: key.scale), bounds: bounds)
    }
  }
}
