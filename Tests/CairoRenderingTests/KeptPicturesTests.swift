import Scene
import TestSupport
import Testing

@testable import CairoRendering

@Suite struct `The pictures that a renderer keeps` {
  /// Each frame of an animation would otherwise draw all of them anew.
  @Test(arguments: [1, 2, 4, 8.0]) func `hold all of a window at any scale`(scale: Double) throws {
    let renderer = try Renderer(fonts: .test)
    let list = window
    let image = ImageBuffer(size: Size(width: 960, height: 640), scale: scale)
    try image.withBitmap { bitmap throws(RenderingError) in
      try renderer.draw(list, into: bitmap)
      let shown = keptMasks(by: renderer, at: scale)
      // One picture more than the frame before, as each frame of an animation has it.
      for frame in 1...3 {
        var next = list
        next.stroke(
          .roundedRect(RoundedRect(card(40 + Double(frame)), cornerRadius: 20)), .black, width: 1)
        try renderer.draw(next, into: bitmap)
      }
      let later = keptMasks(by: renderer, at: scale)
      #expect(shown.count == 4 && zip(shown, later).allSatisfy { $0 === $1 })
    }
  }

  /// Two cards with a shadow each.
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

  private func keptMasks(by renderer: Renderer, at scale: Double) -> [AnyObject] {
    window.elements.compactMap { element in
      let subject: CoverageKey.Subject
      switch element {
      case .shape(.roundedRect(let shape), let paint, _):
        subject = .shape(.roundedRect(shape.aroundOrigin), paint)
      case .shadow(let shape, let shadow):
        subject = .shadow(shape.aroundOrigin, blur: shadow.blur)
      default: return nil
      }
      return renderer.masks.find(
        CoverageKey(subject: subject, scale: scale, phase: PixelAnchor.Phase()))?.mask
    }
  }
}
