import CX11
import Scene
import ScreenDriver
import TestSupport
import Testing

@testable import Windowing
@testable import X11

@Suite(.serialized) final class `Mask atlas page` {
  private let display: VirtualDisplay
  private let render: RenderExtension

  init() throws {
    display = try VirtualDisplay(.init(windowManager: .none))
    let connection = try Connection(to: display.name)
    render = try #require(RenderExtension(on: connection))
  }

  @Test func `allocates disjoint slots until it is full`() {
    for seed in 0..<20 {
      var generator = SeededGenerator(seed: seed)
      let page = MaskPage(size: PixelSize(width: 64, height: 48), render: render)
      let all = PixelRect(x: 0, y: 0, width: 64, height: 48)
      var slots: [PixelRect] = []
      for _ in 0..<40 {
        let size = PixelSize(
          width: .random(in: 1...30, using: &generator),
          height: .random(in: 1...20, using: &generator))
        guard let slot = page.allocateSlot(for: size) else { continue }
        #expect((slot.width, slot.height) == (size.width, size.height))
        #expect(slot.intersection(all) == slot && !slots.contains { $0.intersects(slot) })
        slots.append(slot)
      }
      #expect(slots.count > 2)
    }
  }

  @Test func `reuses all space after its masks are released`() {
    let page = MaskPage(size: PixelSize(width: 10, height: 10), render: render)
    let whole = PixelSize(width: 10, height: 10)
    #expect(page.allocateSlot(for: whole) != nil && page.allocateSlot(for: whole) == nil)
    page.releaseSlot()
    #expect(page.allocateSlot(for: whole) != nil)
  }

  @Test func `is shared by small masks but not by large ones`() {
    let page = render.allocateSlot(for: PixelSize(width: 100, height: 20)).page
    #expect(render.allocateSlot(for: PixelSize(width: 30, height: 30)).page === page)
    let large = PixelSize(width: 600, height: 20)
    let own = render.allocateSlot(for: large)
    #expect(own.page !== page && own.page.size == large)
    #expect(own.rect.origin == PixelPoint(x: 0, y: 0))
  }

  @Test func `uploads collected masks in one request`() {
    let canvas = ServerCanvas(
      on: 0, bounds: PixelRect(x: 0, y: 0, width: 9, height: 9), scale: 1, render: render)
    func requests(making count: Int) -> UInt {
      let before = XNextRequest(render.connection.display)
      let coverage = [UInt8](repeating: 255, count: 4 * 30)
      var masks: [CanvasMask?] = []
      canvas.gatherMasks { collector in
        coverage.withUnsafeBufferPointer { coverage in
          masks = (0..<count).map { _ in
            collector.makeMask(coverage, width: 4, height: 30, stride: 4)
          }
        }
      }
      #expect(!masks.contains { $0 == nil })
      return XNextRequest(render.connection.display) - before
    }
    // The very first upload needs one more request for the cached graphics context.
    _ = requests(making: 1)
    let (one, many) = (requests(making: 1), requests(making: 100))
    #expect(one == many)
  }

  @Test func `is shared by masks that are collected for windows one after the other`() throws {
    let coverage = [UInt8](repeating: 255, count: 8 * 50)
    var masks: [ServerMask] = []
    for _ in 0..<100 {
      render.gatherMasks {
        coverage.withUnsafeBufferPointer {
          masks.append(ServerMask($0, size: PixelSize(width: 8, height: 50), stride: 8, render: render))
        }
      }
    }
    let slots = masks.compactMap { $0.slot }
    let pages = Dictionary(grouping: slots) { ObjectIdentifier($0.page) }
    #expect(slots.count == 100 && pages.count == 10)
    #expect(pages.values.allSatisfy { Set($0.map { $0.rect.y }).count == 10 })
  }

  @Test func `uploads no mask that was erased while it was collected`() throws {
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
      masks.map { $0.slot == nil } == [true, false]
        && masks[1].slot?.rect.origin == PixelPoint(x: 0, y: 0))
  }
}
