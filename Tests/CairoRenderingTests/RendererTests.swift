import CairoRendering
import Scene
import TestSupport
import Testing

@Suite struct `Renderer drawing` {
  @Test func `clears the image and fills pixels exactly`() throws {
    let picture = try draw(size: 8) { list in
      list.fill(.rect(Rect(x: 2, y: 2, width: 3.5, height: 3)), Color(hex: 0xFF3B30))
    }
    #expect(picture[1, 2] == 0)
    #expect(picture[2, 2] == 0xFFFF_3B30)
    #expect(picture[4, 4] == 0xFFFF_3B30)
    #expect(picture[5, 4] >> 24 == 0x80)
    #expect(picture[2, 5] == 0)
  }

  @Test func `draws an element identically when it moves by whole pixels`() throws {
    func picture(at offset: Double) throws -> ImageBuffer {
      try draw(size: 90) { list in
        let space = Transform(scale: 1.3, translation: Vector(dx: offset + 0.3, dy: offset + 0.7))
        list.group(.init(transform: space, opacity: 0.7)) { list in addButton(to: &list) }
      }
    }
    let original = try picture(at: 10)
    let moved = try picture(at: 17)
    var wrongPixels = 0
    for y in 0..<80 {
      for x in 0..<80 where original[x, y] != moved[x + 7, y + 7] { wrongPixels += 1 }
    }
    #expect(wrongPixels == 0)
    #expect(original[30, 30] != 0)
  }

  @Test func `applies the opacity to a group as a whole`() throws {
    let picture = try draw(size: 8) { list in
      list.group(.init(opacity: 0.5)) { list in
        list.fill(.rect(Rect(x: 0, y: 0, width: 8, height: 8)), Color(hex: 0xFF0000))
        list.fill(.rect(Rect(x: 0, y: 0, width: 8, height: 8)), Color(hex: 0x0000FF))
      }
    }
    #expect(picture[4, 4] == 0x8000_0080)
  }

  @Test(arguments: [0, -1.0]) func `paints nothing of a group with zero or negative opacity`(
    opacity: Double
  ) throws {
    let picture = try draw(size: 8) { list in
      list.group(.init(opacity: opacity)) { addButton(to: &$0) }
    }
    #expect(ImageDifference(picture, ImageBuffer(width: 8, height: 8)).isNone)
  }

  @Test func `paints nothing outside of a group's clip with round corners`() throws {
    let picture = try draw(size: 20) { list in
      list.group(.init(clip: .circle(center: Point(x: 10, y: 10), radius: 8))) { list in
        list.fill(.rect(Rect(x: 0, y: 0, width: 20, height: 20)), .black)
      }
    }
    #expect(picture[10, 10] == 0xFF00_0000)
    #expect(picture[10, 1] == 0)
    #expect(picture[3, 3] == 0)
    #expect((1...254).contains(picture[4, 4] >> 24))
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e12])
  func `paints nothing with infinite, NaN or huge coordinates`(number: Double) throws {
    let rect = Rect(x: number, y: 2, width: 5, height: 5)
    let picture = try draw(size: 8) { list in
      list.fill(.rect(rect), .black)
      list.fill(.roundedRect(RoundedRect(rect, cornerRadius: 2)), .black)
      list.stroke(.path(Path(lines: [rect.origin, rect.origin])), .black, width: 3)
      list.shadow(
        of: RoundedRect(rect, cornerRadius: 2), Shadow(color: .black, offset: .zero, blur: 2))
      list.shadow(
        of: RoundedRect(Rect(x: 0, y: 0, width: 5, height: 5), cornerRadius: 0),
        Shadow(color: .black, offset: Vector(dx: number, dy: 0), blur: abs(number)))
    }
    #expect(ImageDifference(picture, ImageBuffer(width: 8, height: 8)).isNone)
  }

  @Test func `draws a shape that is too large for a mask`() throws {
    let huge = RoundedRect(Rect(x: 4, y: 4, width: 60_000, height: 60_000), cornerRadius: 3)
    let picture = try draw(size: 16) { $0.fill(.roundedRect(huge), .black) }
    #expect(picture[3, 8] == 0)
    #expect(picture[4, 4] >> 24 < 0x80)
    #expect(picture[15, 15] == 0xFF00_0000)
  }

  @Test func `throws an error for a bitmap wider than Cairo's limit`() throws {
    let renderer = try Renderer(fonts: .test)
    let wide = ImageBuffer(width: 40_000, height: 1)
    #expect(throws: RenderingError.self) {
      try wide.withBitmap { bitmap throws(RenderingError) in
        try renderer.draw(DisplayList(), into: bitmap)
      }
    }
  }

  private func addButton(to list: inout DisplayList) {
    let shape = RoundedRect(Rect(x: 5, y: 5, width: 30, height: 20), cornerRadius: 6)
    list.shadow(of: shape, Shadow(color: .black, offset: Vector(dx: 0, dy: 2), blur: 3))
    list.fill(.roundedRect(shape), Color(hex: 0xFF3B30))
    list.stroke(.roundedRect(shape.inset(by: 2)), .white, width: 1)
    list.fill(.rect(Rect(x: 12, y: 12, width: 5, height: 5)), .white)
  }
}

/// Returns a square image of the elements that `fill` adds to a list, at scale 1.
func draw(size: Int, _ fill: (inout DisplayList) -> Void) throws -> ImageBuffer {
  let renderer = try Renderer(fonts: .test)
  var list = DisplayList()
  fill(&list)
  let picture = ImageBuffer(width: size, height: size)
  try picture.withBitmap { bitmap throws(RenderingError) in
    try renderer.draw(list, into: bitmap)
  }
  return picture
}
