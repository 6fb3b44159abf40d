import CairoRendering
import Motion
import Scene
import TestSupport
import Testing

@testable import Windowing

@Suite struct `Frame drawing` {
  private let renderer: Renderer
  private let content = Swatches()
  private var frames = FrameDrawing()
  private let bounds = PixelRect(x: 0, y: 0, width: 40, height: 20)

  init() throws { renderer = try Renderer(fonts: .test) }

  private mutating func draw(
    into image: borrowing ImageBuffer, at instant: Instant = .zero, isNew: Bool = false, scale: Double = 1,
    family: String? = nil
  ) throws(RenderingError) -> [PixelRect] {
    let conditions = FrameDrawing.Conditions(bounds: bounds, scale: scale, fontFamily: family)
    return try frames.draw(content, at: instant, conditions: conditions, isNew: isNew) {
      (list, damage) throws(RenderingError) in
      try image.withBitmap { bitmap throws(RenderingError) in
        try renderer.draw(list, damage: damage, into: bitmap, secrets: EmptySecretTextSource())
      }
    }
  }

  private func image(width: Int = 40) -> ImageBuffer { ImageBuffer(width: width, height: 20) }

  @Test mutating func `draws a new canvas completely, and nothing without changes`() throws {
    let image = image()
    #expect(try draw(into: image, isNew: true) == [bounds])
    #expect(try draw(into: image).isEmpty)
  }

  @Test mutating func `draws only changes, with the same result as a full redraw`() throws {
    let image = image()
    let fresh = self.image()
    _ = try draw(into: image, isNew: true)
    content.colors[1] = .black
    let damage = try draw(into: image)
    #expect(!damage.isEmpty)
    #expect(damage.allSatisfy { $0.intersection(bounds).x >= 19 }, "\(damage)")
    _ = try draw(into: fresh, isNew: true)
    #expect(ImageDifference(image, fresh).totalPixels == 0)
  }

  @Test mutating func `draws everything for another scale or font`() throws {
    let image = image()
    _ = try draw(into: image, isNew: true)
    #expect(try draw(into: image, scale: 2) == [bounds])
    #expect(try draw(into: image, scale: 2, family: "Inter") == [bounds])
    #expect(try draw(into: image, scale: 2, family: "Inter").isEmpty)
  }

  @Test mutating func `draws everything one second after a failed frame`() throws {
    let image = image()
    let fresh = self.image()
    _ = try draw(into: image, isNew: true)
    content.colors[1] = .black
    let (failure, retry) = (Instant.zero + .seconds(10), Instant.zero + .seconds(11))
    // Wider than anything that can be drawn into.
    let tooWide = self.image(width: 40_000)
    #expect(throws: RenderingError.self) { try draw(into: tooWide, at: failure) }
    #expect(frames.hasFailed && frames.retry == retry)
    #expect(try draw(into: image, at: retry) == [bounds])
    #expect(!frames.hasFailed && frames.retry == nil)
    _ = try draw(into: fresh, at: retry, isNew: true)
    #expect(ImageDifference(image, fresh).totalPixels == 0)
    #expect(try draw(into: image, at: retry).isEmpty)
  }
}

/// A content of two squares.
private final class Swatches: WindowContent {
  var colors = [Color.white, .white]

  func handle(_ event: WindowEvent, at now: Instant) -> [Effect] { [] }

  func draw(into list: inout DisplayList, at presentation: Instant) {
    for (index, color) in colors.enumerated() {
      list.fill(.rect(Rect(x: Double(20 * index), y: 0, width: 20, height: 20)), color)
    }
  }
}
