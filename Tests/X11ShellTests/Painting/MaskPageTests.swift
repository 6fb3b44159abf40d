import CX11
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
    let page = render.room(for: PixelSize(width: 100, height: 20)).page
    #expect(render.room(for: PixelSize(width: 30, height: 30)).page === page)
    let large = PixelSize(width: 600, height: 20)
    let own = render.room(for: large)
    #expect(own.page !== page && own.page.size == large)
    #expect(own.place.origin == PixelPoint(x: 0, y: 0))
  }

  @Test func `is sent in one request where its masks are gathered`() {
    let canvas = ServerCanvas(
      on: 0, bounds: PixelRect(x: 0, y: 0, width: 9, height: 9), scale: 1, render: render)
    func requests(making count: Int) -> UInt {
      let before = XNextRequest(render.connection.display)
      let coverage = [UInt8](repeating: 255, count: 4 * 30)
      var masks: [CanvasMask?] = []
      canvas.gatherMasks { gathering in
        coverage.withUnsafeBufferPointer { coverage in
          masks = (0..<count).map { _ in
            gathering.makeMask(coverage, width: 4, height: 30, stride: 4)
          }
        }
      }
      #expect(!masks.contains { $0 == nil })
      return XNextRequest(render.connection.display) - before
    }
    // The first of all takes one more, which is kept.
    _ = requests(making: 1)
    let (one, many) = (requests(making: 1), requests(making: 100))
    #expect(one == many)
  }

  @Test func `sends no trace of a mask that was erased while it was gathered`() throws {
    let size = PixelSize(width: 8, height: 8)
    let coverage = [UInt8](repeating: 255, count: 64)
    var masks: [ServerMask] = []
    render.gatherMasks {
      coverage.withUnsafeBufferPointer { coverage in
        masks = (0..<2).map { _ in
          ServerMask(coverage, size: size, stride: 8, render: render)
        }
      }
      masks[0].erase()
    }
    #expect(
      masks.map { $0.site == nil } == [true, false]
        && masks[1].site?.place.origin == PixelPoint(x: 0, y: 0))
  }
}
