import Scene

extension Renderer {
  /// Paints a line of text.
  func paint(_ text: DisplayList.Text, in context: PaintContext, on canvas: borrowing some Canvas & ~Copyable)
  {
    let origin = context.devicePoint(text.origin)
    let anchor =
      switch text.placement {
      case .wholePixels: SubpixelPosition(rounding: origin)
      case .exact: SubpixelPosition(origin)
      }
    let element = CoverageKey.Element.text(StyledString(string: text.string, style: text.style))
    paint(element, at: anchor, scale: context.scale, text.color, in: context, on: canvas)
  }

  /// Paints graphemes of a secret. Each grapheme is shaped separately. Their bitmap is wiped and
  /// not cached.
  func paint(
    _ secret: DisplayList.Secret, in context: PaintContext, on canvas: borrowing some Canvas & ~Copyable,
    _ secrets: borrowing some SecretTextSource & ~Copyable
  ) {
    let pixels = context.space.pixels(covering: secret.clip).intersection(context.canvasBounds)
    var context = context
    context.area = context.area.intersection(pixels)
    guard !context.area.isEmpty, let anchor = SubpixelPosition(rounding: context.devicePoint(secret.origin)),
      let bitmap = unlessOutOfMemory({ () throws(RenderingError) in
        try CoverageBitmap(bounds: pixels.offset(x: -anchor.x, y: -anchor.y)) {
          draw(secret, on: $0, at: $1, scale: context.scale, secrets)
        }
      })
    else { return }
    if let mask = unlessOutOfMemory({ bitmap.mask(for: canvas) }) {
      fill(through: PlacedMask(area: pixels, mask: mask), secret.color, in: context, on: canvas)
      canvas.erase(mask)
    }
    bitmap.wipe()
  }

  private func draw(
    _ secret: DisplayList.Secret, on surface: borrowing CairoSurface, at origin: Point, scale: Double,
    _ secrets: borrowing some SecretTextSource & ~Copyable
  ) {
    var x = 0.0
    for index in secret.graphemes {
      var exists = false
      secrets.withGrapheme(at: index, of: secret.handle) { utf8 in
        exists = true
        x += shaper.draw(
          secret: utf8, style: secret.style, on: surface, at: Point(x: origin.x + x * scale, y: origin.y),
          scale: scale)
      }
      // The range may be longer than the secret, without a limit.
      if !exists { break }
    }
  }
}
