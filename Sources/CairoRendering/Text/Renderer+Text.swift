import Scene

extension Renderer {
  /// Paints a line of text.
  func paint(
    _ text: DisplayList.Text, in place: Place, on canvas: borrowing some Canvas & ~Copyable
  ) {
    let origin = place.devicePoint(text.origin)
    let anchor =
      switch text.placement {
      case .wholePixels: PixelAnchor(rounding: origin)
      case .exact: PixelAnchor(origin)
      }
    let subject = CoverageKey.Subject.text(StyledString(string: text.string, style: text.style))
    paint(subject, at: anchor, scale: place.scale, text.color, in: place, on: canvas)
  }

  /// Paints graphemes of a secret, each shaped by itself. The picture of them is wiped and not
  /// kept.
  func paint(
    _ secret: DisplayList.Secret, in place: Place, on canvas: borrowing some Canvas & ~Copyable,
    _ secrets: borrowing some SecretReading & ~Copyable
  ) {
    let pixels = place.space.pixels(covering: secret.clip).intersection(place.frame)
    var place = place
    place.area = place.area.intersection(pixels)
    guard !place.area.isEmpty,
      let anchor = PixelAnchor(rounding: place.devicePoint(secret.origin)),
      let picture = try? CoveragePicture(
        textIn: pixels.offset(x: -anchor.x, y: -anchor.y),
        draw: { draw(secret, on: $0, at: $1, scale: place.scale, secrets) })
    else { return }
    if let mask = picture.mask(for: canvas) {
      fill(through: PlacedMask(area: pixels, mask: mask), secret.color, in: place, on: canvas)
      canvas.erase(mask)
    }
    picture.wipe()
  }

  private func draw(
    _ secret: DisplayList.Secret, on surface: borrowing CairoSurface, at origin: Point,
    scale: Double, _ secrets: borrowing some SecretReading & ~Copyable
  ) {
    var x = 0.0
    for index in secret.graphemes {
      secrets.withGrapheme(at: index, of: secret.handle) { utf8 in
        x += shaper.draw(
          secret: utf8, style: secret.style, on: surface,
          at: Point(x: origin.x + x * scale, y: origin.y), scale: scale)
      }
    }
  }
}
