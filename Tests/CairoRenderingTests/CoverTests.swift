import CairoRendering
import Scene
import TestSupport
import Testing

@Suite struct `What is painted` {
  /// The window, a card with its shadow, a field on it, and the caret in that.
  @Test func `begins with the last thing that hides all before it`() throws {
    let canvas = CountingCanvas()
    try draw(caret, on: canvas)
    // The field's inside and the caret, both plain rectangles.
    #expect(canvas.log.fills == 2)
    #expect(canvas.log.maskedFills == 0)
    #expect(canvas.log.clears == 0)
  }

  @Test func `is all of it where what is above can be seen through`() throws {
    for color in [Color.white.opacity(0.99), .white] {
      let canvas = CountingCanvas()
      var list = DisplayList()
      list.fill(.rect(Rect(x: 0, y: 0, width: 100, height: 100)), .black)
      list.group(.init(opacity: color.alpha < 1 ? 1 : 0.5)) { list in
        list.fill(.rect(Rect(x: 0, y: 0, width: 100, height: 100)), color)
      }
      renderer.draw(
        list, damage: [PixelRect(x: 10, y: 10, width: 5, height: 5)], on: canvas,
        secrets: NoSecrets())
      #expect(canvas.log.fills == 2 && canvas.log.clears == 0)
    }
  }

  @Test func `is transparent before that where nothing hides what was there`() throws {
    let canvas = CountingCanvas()
    var list = DisplayList()
    list.fill(
      .roundedRect(RoundedRect(Rect(x: 0, y: 0, width: 200, height: 100), cornerRadius: 10)),
      .white)
    // Across a corner.
    renderer.draw(
      list, damage: [PixelRect(x: 0, y: 0, width: 30, height: 30)], on: canvas,
      secrets: NoSecrets())
    #expect(canvas.log.clears == 1)
  }

  @Test func `is one mask for the corners of all cards of a radius`() throws {
    let canvas = CountingCanvas()
    var list = DisplayList()
    for (width, height) in [(440.0, 429.0), (440, 129), (300, 200)] {
      let card = Rect(x: 20, y: 20, width: width, height: height)
      list.fill(.roundedRect(RoundedRect(card, cornerRadius: 16)), .white.opacity(0.5))
    }
    renderer.draw(list, damage: [canvas.bounds], on: canvas, secrets: NoSecrets())
    #expect(canvas.log.masks == 1 && canvas.log.maskedFills == 12 && canvas.log.fills == 9)
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
    renderer.draw(list, damage: [damage], on: canvas, secrets: NoSecrets())
  }
}

/// A canvas that notes what is asked of it and shows nothing.
private struct CountingCanvas: Canvas {
  final class Log {
    var masks = 0
    var clears = 0
    var fills = 0
    var maskedFills = 0
  }
  final class Mask {}

  let bounds = PixelRect(x: 0, y: 0, width: 960, height: 640)
  let scale = 1.0
  let log = Log()

  func makeMask(
    _ coverage: UnsafeBufferPointer<UInt8>, width: Int, height: Int, stride: Int
  ) -> Mask? {
    log.masks += 1
    return Mask()
  }

  func accepts(_ mask: Mask) -> Bool { true }
  func erase(_ mask: Mask) {}
  func clear(_ area: PixelRect) { log.clears += 1 }
  func fill(_ area: PixelRect, _ color: Color) { log.fills += 1 }

  func fill(_ area: PixelRect, _ color: Color, through mask: Mask, at origin: PixelPoint) {
    log.maskedFills += 1
  }

  func paintTogether(
    _ area: PixelRect, opacity: Double, _ content: (borrowing CountingCanvas) -> Void
  ) { content(self) }

  func paintTogether(
    _ area: PixelRect, through mask: Mask, at origin: PixelPoint,
    _ content: (borrowing CountingCanvas) -> Void
  ) { content(self) }
}
