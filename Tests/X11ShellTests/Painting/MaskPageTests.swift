import Scene
import ScreenDriver
import TestSupport
import Testing

@testable import X11Shell

@Suite(.serialized) final class `A page of masks` {
  private let display: VirtualDisplay
  private let render: RenderExtension

  init() throws {
    display = try VirtualDisplay(.init(windowManager: .none))
    let connection = try Connection(to: display.name)
    let format = try PixelFormat(on: connection)
    render = try #require(RenderExtension(on: connection, visual: format.visual))
  }

  @Test func `gives each mask room of its own, until it is full`() {
    for seed in 0..<20 {
      var generator = SeededGenerator(seed: seed)
      let page = MaskPage(size: PixelSize(width: 64, height: 48), render: render)
      let all = PixelRect(x: 0, y: 0, width: 64, height: 48)
      var places: [PixelRect] = []
      for _ in 0..<40 {
        let size = PixelSize(
          width: .random(in: 1...30, using: &generator),
          height: .random(in: 1...20, using: &generator))
        guard let place = page.room(for: size) else { continue }
        #expect((place.width, place.height) == (size.width, size.height))
        #expect(place.intersection(all) == place && !places.contains { $0.intersects(place) })
        places.append(place)
      }
      #expect(places.count > 2)
    }
  }

  @Test func `has all its room again when its masks are gone`() {
    let page = MaskPage(size: PixelSize(width: 10, height: 10), render: render)
    let whole = PixelSize(width: 10, height: 10)
    #expect(page.room(for: whole) != nil && page.room(for: whole) == nil)
    page.giveBack()
    #expect(page.room(for: whole) != nil)
  }

  @Test func `is shared by small masks, and large ones have their own`() {
    let (page, _) = render.room(for: PixelSize(width: 100, height: 20))
    #expect(render.room(for: PixelSize(width: 30, height: 30)).0 === page)
    let large = PixelSize(width: 600, height: 20)
    let (own, place) = render.room(for: large)
    #expect(own !== page && own.size == large && place.origin == PixelPoint(x: 0, y: 0))
  }
}
