import Scene
import TestSupport
import Testing

@testable import CairoRendering

@Suite struct `Mask cache` {
  /// Otherwise each frame of an animation would draw all masks again.
  @Test(arguments: [1, 2, 4, 8.0]) func `holds all masks of a window`(scale: Double) throws {
    let renderer = try Renderer(fonts: .test)
    let list = window
    let image = ImageBuffer(size: Size(width: 960, height: 640), scale: scale)
    try image.withBitmap { bitmap throws(RenderingError) in
      try renderer.draw(list, into: bitmap)
      let initial = cachedMasks(by: renderer, at: scale)
      // One more mask than the previous frame, as in each frame of an animation.
      for frame in 1...3 {
        var next = list
        next.stroke(
          .roundedRect(RoundedRect(card(40 + Double(frame)), cornerRadius: 20)), .black, width: 1)
        try renderer.draw(next, into: bitmap)
      }
      let later = cachedMasks(by: renderer, at: scale)
      #expect(initial.count == 4 && zip(initial, later).allSatisfy { $0 === $1 })
    }
  }

  /// Each frame of an animation adds masks, which are smaller than their keys.
  @Test func `forgets small masks after some thousand newer ones`() throws {
    let renderer = try Renderer(fonts: .test)
    let shapes = (0..<2000).map {
      RoundedRect(Rect(x: 0, y: 0, width: 4 + Double($0) / 1000, height: 4), cornerRadius: 1)
    }
    let image = ImageBuffer(size: Size(width: 8, height: 8), scale: 1)
    for shape in shapes {
      var list = DisplayList()
      list.stroke(.roundedRect(shape), .black, width: 1)
      try image.withBitmap { bitmap throws(RenderingError) in try renderer.draw(list, into: bitmap) }
    }
    let kept = shapes.count { shape in
      renderer.masks.find(
        CoverageKey(
          element: .shape(.roundedRect(shape), .stroke(width: 1)), scale: 1,
          offset: SubpixelPosition.SubpixelOffset())) != nil
    }
    #expect((1...1024).contains(kept))
  }

  /// The drawing of two cards with shadows.
  private var window: DisplayList {
    var list = DisplayList()
    for height in [300.0, 200] {
      let shape = RoundedRect(card(height), cornerRadius: 16)
      list.shadow(of: shape, Shadow(color: .black, offset: .zero, blur: 5))
      list.stroke(.roundedRect(shape), .white, width: 1)
    }
    return list
  }

  private func card(_ height: Double) -> Rect { Rect(x: 20, y: 20, width: 440, height: height) }

  private func cachedMasks(by renderer: Renderer, at scale: Double) -> [AnyObject] {
    window.elements.compactMap { element in
      let keyElement: CoverageKey.Element
      switch element {
      case .shape(.roundedRect(let shape), let paint, _):
        keyElement = .shape(.roundedRect(shape.atOrigin), paint)
      case .shadow(let shape, let shadow):
        keyElement = .shadow(shape.atOrigin, blur: shadow.blur, extent: shadow.extent)
      default: return nil
      }
      return renderer.masks.find(
        CoverageKey(element: keyElement, scale: scale, offset: SubpixelPosition.SubpixelOffset()))?.mask
    }
  }
}
