import CairoRendering
import Glibc
import Scene
import TestSupport
import Testing

@Suite struct `Partial redraw` {
  @Test(arguments: seeds(60), [1, 1.25, 1.5, 2])
  func `equals a full redraw when the damage is redrawn`(seed: Int, scale: Double) throws {
    let renderer = try Renderer(fonts: .test)
    var random = RandomDisplayList(seed: seed, text: renderer)
    let first = random.next()
    let frame = try picture(of: first, scale, with: renderer)

    // A second renderer, so that both images do not depend on the same cache.
    let other = try Renderer(fonts: .test)
    var previous = first
    for list in [random.variation(of: first), random.variation(of: first), random.next(), first] {
      let damage = list.damage(comparedTo: previous, scale: scale)
      try frame.withBitmap { bitmap throws(RenderingError) in
        try renderer.draw(list, damage: damage, into: bitmap, secrets: EmptySecretTextSource())
      }
      previous = list
      let full = try picture(of: list, scale, with: other)
      #expect(ImageDifference(frame, full).isNone)
    }
  }

  @Test(arguments: seeds(40), [1, 1.25, 1.5, 2])
  func `equals a full redraw inside of any rectangles and changes nothing outside`(
    seed: Int, scale: Double
  ) throws {
    let renderer = try Renderer(fonts: .test)
    var random = RandomDisplayList(seed: seed, text: renderer)
    let list = random.next()
    let full = try picture(of: list, scale, with: renderer)
    let partial = ImageBuffer(size: size, scale: scale)
    let expected = ImageBuffer(size: size, scale: scale)
    partial.withBitmap { _ = memset($0.address, 0x80, $0.height * $0.stride) }
    expected.withBitmap { _ = memset($0.address, 0x80, $0.height * $0.stride) }

    let damage = rectangles(seed: seed, in: partial.width, partial.height)
    try partial.withBitmap { bitmap throws(RenderingError) in
      try renderer.draw(list, damage: damage, into: bitmap, secrets: EmptySecretTextSource())
    }
    full.withBitmap { full in
      expected.withBitmap { expected in
        for rect in damage.map({ $0.intersection(expected.bounds) }) {
          for y in rect.y..<rect.maxY {
            let start = y * full.stride + 4 * rect.x
            memcpy(expected.address + start, full.address + start, 4 * rect.width)
          }
        }
      }
    }
    #expect(ImageDifference(partial, expected).isNone)
  }

  /// In this case the damage is empty, so the renderer must not paint anything.
  @Test func `draws nothing when the clip starts to the right of the shape within the same pixel`()
    throws
  {
    var list = DisplayList()
    let clip = RoundedRect(Rect(x: 10.5, y: 0, width: 20, height: 20), cornerRadius: 0)
    list.group(.init(clip: clip)) { list in
      list.fill(.rect(Rect(x: 5, y: 5, width: 5.25, height: 9)), .black)
    }
    #expect(list.damage(comparedTo: DisplayList(), scale: 1).isEmpty)
    let picture = try picture(of: list, 1, with: try Renderer(fonts: .test))
    #expect(ImageDifference(picture, ImageBuffer(size: size)).isNone)
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
