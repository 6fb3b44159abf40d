import CairoRendering
import Scene
import TestSupport
import Testing

@Suite struct `A partial redraw` {
  @Test(arguments: 0..<60, [1, 1.25, 1.5, 2])
  func `of what differs equals a full one to the byte`(seed: Int, scale: Double) throws {
    let renderer = try Renderer(fonts: .test)
    var random = RandomDisplayList(seed: seed, text: renderer)
    let first = random.next()
    let frame = try picture(of: first, scale, with: renderer)

    // Another renderer, so that nothing kept by the first can make the two agree.
    let other = try Renderer(fonts: .test)
    var shown = first
    for list in [random.variation(of: first), random.variation(of: first), random.next(), first] {
      let damage = list.damage(comparedTo: shown, scale: scale)
      try frame.withBitmap { bitmap throws(RenderingError) in
        try renderer.draw(list, damage: damage, into: bitmap, secrets: NoSecrets())
      }
      shown = list
      let whole = try picture(of: list, scale, with: other)
      #expect(PictureDifference(frame, whole).isNone)
    }
  }

  @Test(arguments: 0..<40, [1, 1.25, 1.5, 2])
  func `of any rectangles equals a full one inside, and changes nothing outside`(
    seed: Int, scale: Double
  ) throws {
    let renderer = try Renderer(fonts: .test)
    var random = RandomDisplayList(seed: seed, text: renderer)
    let list = random.next()
    let whole = try picture(of: list, scale, with: renderer)
    let part = ImageBuffer(size: size, scale: scale)
    for y in 0..<part.height { for x in 0..<part.width { part[x, y] = 0x8012_3456 } }

    let damage = rectangles(seed: seed, in: part.width, part.height)
    try part.withBitmap { bitmap throws(RenderingError) in
      try renderer.draw(list, damage: damage, into: bitmap, secrets: NoSecrets())
    }
    var wrongPixels = 0
    for y in 0..<part.height {
      for x in 0..<part.width {
        let pixel = PixelRect(x: x, y: y, width: 1, height: 1)
        let isDamaged = damage.contains { $0.intersects(pixel) }
        if part[x, y] != (isDamaged ? whole[x, y] : 0x8012_3456) { wrongPixels += 1 }
      }
    }
    #expect(wrongPixels == 0)
  }

  /// Damage knows of no ink where a clip begins right of it, even in the same pixel.
  @Test func `agrees with damage on what a clip hides within one pixel`() throws {
    var list = DisplayList()
    let clip = RoundedRect(Rect(x: 10.5, y: 0, width: 20, height: 20), cornerRadius: 0)
    list.group(.init(clip: clip)) { list in
      list.fill(.rect(Rect(x: 5, y: 5, width: 5.25, height: 9)), .black)
    }
    #expect(list.damage(comparedTo: DisplayList(), scale: 1).isEmpty)
    let picture = try picture(of: list, 1, with: try Renderer(fonts: .test))
    #expect(PictureDifference(picture, ImageBuffer(size: size)).isNone)
  }

  private let size = Size(width: 120, height: 90)

  private func picture(
    of list: DisplayList, _ scale: Double, with renderer: Renderer
  ) throws -> ImageBuffer {
    let image = ImageBuffer(size: size, scale: scale)
    try image.withBitmap { bitmap throws(RenderingError) in try renderer.draw(list, into: bitmap) }
    return image
  }

  private func rectangles(seed: Int, in width: Int, _ height: Int) -> [PixelRect] {
    var generator = SeededGenerator(seed: seed)
    return (0..<4).map { _ in
      PixelRect(
        x: .random(in: -10..<width, using: &generator),
        y: .random(in: -10..<height, using: &generator),
        width: .random(in: 1...width / 2, using: &generator),
        height: .random(in: 1...height / 2, using: &generator))
    }
  }
}
