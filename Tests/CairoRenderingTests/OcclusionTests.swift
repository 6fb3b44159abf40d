import CairoRendering
import Scene
import TestSupport
import Testing

@Suite struct `Renderer occlusion` {
  /// The list contains the window, a card with its shadow, a field on the card, and its caret.
  @Test func `paints nothing before the last element that hides the area`() throws {
    let canvas = CountingCanvas()
    try draw(caret, on: canvas)
    // The field's interior and the caret, both filled without a mask.
    #expect(canvas.log.fills == 2)
    #expect(canvas.log.maskedFills == 0)
    #expect(canvas.log.clears == 0)
  }

  @Test func `paints all elements below a translucent element`() throws {
    for color in [Color.white.opacity(0.99), .white] {
      let canvas = CountingCanvas()
      var list = DisplayList()
      list.fill(.rect(Rect(x: 0, y: 0, width: 100, height: 100)), .black)
      list.group(.init(opacity: color.alpha < 1 ? 1 : 0.5)) { list in
        list.fill(.rect(Rect(x: 0, y: 0, width: 100, height: 100)), color)
      }
      try renderer.draw(
        list, damage: [PixelRect(x: 10, y: 10, width: 5, height: 5)], on: canvas,
        secrets: EmptySecretTextSource())
      #expect(canvas.log.fills == 2 && canvas.log.clears == 0)
    }
  }

  @Test func `clears the area first when no element hides it`() throws {
    let canvas = CountingCanvas()
    var list = DisplayList()
    list.fill(
      .roundedRect(RoundedRect(Rect(x: 0, y: 0, width: 200, height: 100), cornerRadius: 10)),
      .white)
    // Across a corner.
    try renderer.draw(
      list, damage: [PixelRect(x: 0, y: 0, width: 30, height: 30)], on: canvas,
      secrets: EmptySecretTextSource())
    #expect(canvas.log.clears == 1)
  }

  @Test func `uses one mask for the corners of all cards of the same radius`() throws {
    let canvas = CountingCanvas()
    var list = DisplayList()
    for (width, height) in [(440.0, 429.0), (440, 129), (300, 200)] {
      let card = Rect(x: 20, y: 20, width: width, height: height)
      list.fill(.roundedRect(RoundedRect(card, cornerRadius: 16)), .white.opacity(0.5))
    }
    try renderer.draw(list, damage: [canvas.bounds], on: canvas, secrets: EmptySecretTextSource())
    #expect(canvas.log.masks == 1 && canvas.log.maskedFills == 12 && canvas.log.fills == 9)
  }

  @Test func `reports a mask for which there is no memory, and creates it with the next drawing`() throws {
    let canvas = CountingCanvas()
    canvas.log.hasMemory = false
    var list = DisplayList()
    list.fill(.roundedRect(RoundedRect(caret, cornerRadius: 1)), .black)
    func draw() throws(RenderingError) {
      try renderer.draw(list, damage: [canvas.bounds], on: canvas, secrets: EmptySecretTextSource())
    }
    #expect(throws: RenderingError.outOfMemory) { try draw() }
    #expect(canvas.log.maskedFills == 0)
    canvas.log.hasMemory = true
    try draw()
    #expect(canvas.log.masks == 2 && canvas.log.maskedFills > 0)
  }

  /// Painting through a mask takes ten times as long as a plain fill, and both areas are large.
  @Test func `uses no mask under the shape of a shadow or in the interior of an unaligned shape`() throws {
    let canvas = CountingCanvas()
    let body = RoundedRect(Rect(x: 100.3, y: 100.7, width: 250, height: 130), cornerRadius: 15)
    var list = DisplayList()
    list.fill(.rect(Rect(x: 0, y: 0, width: 960, height: 640)), .white)
    list.shadow(of: body, Shadow(color: .black, offset: .zero, blur: 10))
    list.fill(.roundedRect(body), .black)
    try renderer.draw(list, damage: [canvas.bounds], on: canvas, secrets: EmptySecretTextSource())
    // The window and the interior; four parts each of the shadow and of the edge.
    #expect(canvas.log.fills == 2 && canvas.log.maskedFills == 8)
    #expect(canvas.log.maskedPixels < (310 * 190 + 250 * 130) / 2)
  }

  @Test func `paints only the elements of a recording that may be in the area`() throws {
    let canvas = CountingCanvas()
    var list = DisplayList()
    for x in [0.0, 300, 600] {
      var recording = Recording()
      recording.record { $0.fill(.rect(Rect(x: x, y: 0, width: 90, height: 90)), .black) }
      list.show(recording)
    }
    let damage = [PixelRect(x: 350, y: 10, width: 60, height: 60)]
    try renderer.draw(list, damage: damage, on: canvas, secrets: EmptySecretTextSource())
    #expect(canvas.log.fills == 1 && canvas.log.clears == 1)
  }

  /// If a shape is the clip of a plain rectangle, it hides nothing and is painted through its mask.
  @Test(arguments: seeds(40)) func `does not change the image`(seed: Int) throws {
    var generator = SeededGenerator(seed: seed)
    func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &generator) }
    let body = RoundedRect(
      Rect(x: number(5...60), y: number(5...60), width: number(60...300), height: number(60...200)),
      cornerRadius: number(0...40))
    let shadow = Shadow(color: .black, offset: Vector(dx: 1, dy: 3), blur: number(1...9))
    let scale = [1, 1.25, 1.5, 2][seed % 4]
    var lists = [DisplayList(), DisplayList()]
    for index in lists.indices {
      lists[index].fill(.rect(Rect(x: 0, y: 0, width: 400, height: 300)), .white)
      lists[index].shadow(of: body, shadow)
    }
    lists[0].fill(.roundedRect(body), Color(hex: 0xFF3B30))
    lists[1].group(.init(clip: body)) { list in
      list.fill(.rect(body.rect.inset(by: -5)), Color(hex: 0xFF3B30))
    }
    let optimized = try picture(of: lists[0], scale)
    let reference = try picture(of: lists[1], scale)
    #expect(ImageDifference(optimized, reference).isNone)
  }

  private func picture(of list: DisplayList, _ scale: Double) throws -> ImageBuffer {
    let image = ImageBuffer(size: Size(width: 400, height: 300), scale: scale)
    try image.withBitmap { bitmap throws(RenderingError) in try renderer.draw(list, into: bitmap) }
    return image
  }

  private let renderer: Renderer

  init() throws { renderer = try Renderer(fonts: .test) }

  private let caret = Rect(x: 99, y: 141, width: 2, height: 18)

  private func draw(_ caret: Rect, on canvas: CountingCanvas) throws {
    let card = RoundedRect(Rect(x: 20, y: 20, width: 440, height: 429), cornerRadius: 16)
    let field = RoundedRect(Rect(x: 40, y: 120, width: 400, height: 50), cornerRadius: 10)
    var list = DisplayList()
    list.fill(.rect(Rect(x: 0, y: 0, width: 960, height: 640)), .black)
    list.group(.init(transform: Transform(translation: Vector(dx: 0, dy: 0)))) { list in
      list.shadow(of: card, Shadow(color: .black, offset: .zero, blur: 5))
      list.fill(.roundedRect(card), .white)
      list.fill(.roundedRect(field), .white)
      list.stroke(.roundedRect(field), .black, width: 1)
      list.fill(.rect(caret), .black)
    }
    let damage = PixelRect(covering: caret, scale: 1).outset(by: 1)
    try renderer.draw(list, damage: [damage], on: canvas, secrets: EmptySecretTextSource())
  }
}

/// A canvas that counts the calls and paints nothing.
private struct CountingCanvas: Canvas {
  final class Log {
    var masks = 0
    var clears = 0
    var fills = 0
    var maskedFills = 0
    var maskedPixels = 0
    var hasMemory = true
  }
  let bounds = PixelRect(x: 0, y: 0, width: 960, height: 640)
  let scale = 1.0
  let log = Log()

  func makeMask(
    _ coverage: UnsafeBufferPointer<UInt8>, width: Int, height: Int, stride: Int
  ) -> CanvasMask? {
    log.masks += 1
    return log.hasMemory ? CanvasMask() : nil
  }

  func accepts(_ mask: CanvasMask) -> Bool { true }
  func erase(_ mask: CanvasMask) {}
  func clear(_ area: PixelRect) { log.clears += 1 }
  func draw(_ image: Image, in area: PixelRect, at origin: PixelPoint) {}
  func fill(_ area: PixelRect, _ color: Color) { log.fills += 1 }

  func fill(_ area: PixelRect, _ color: Color, through mask: CanvasMask, at origin: PixelPoint) {
    log.maskedFills += 1
    log.maskedPixels += area.area
  }

  func paintGroup(
    _ area: PixelRect, opacity: Double, _ content: (borrowing CountingCanvas) -> Void
  ) { content(self) }

  func paintGroup(
    _ area: PixelRect, through mask: CanvasMask, at origin: PixelPoint,
    _ content: (borrowing CountingCanvas) -> Void
  ) { content(self) }
}
