import CX11
import CairoRendering
import Scene
import ScreenDriver
import TestSupport
import Testing

@testable import Windowing
@testable import X11

@Suite(.serialized) final class `Server canvas` {
  private let display: VirtualDisplay
  private let connection: Connection
  private let render: RenderExtension

  init() throws {
    display = try VirtualDisplay(windowManager: .none)
    connection = try Connection(to: display.name)
    render = try #require(RenderExtension(on: connection))
  }

  /// Cairo and the server share no code of this program, so that one defect cannot affect both.
  @Test func `shows the same image as Cairo, painted completely or in parts`() throws {
    let renderers = (server: try Renderer(fonts: .test), memory: try Renderer(fonts: .test))
    for seed in 0..<16 {
      let scale = [1, 1.25, 1.5, 2][seed % 4]
      var random = RandomDisplayList(seed: seed, text: renderers.memory)
      let lists = [random.next(), random.next()]
      let image = ImageBuffer(size: size, scale: scale)
      let buffer = try makeBuffer(PixelSize(width: image.width, height: image.height), render)
      let canvas = buffer.canvas(scale: scale)
      var previous: DisplayList?
      for list in lists + [random.variation(of: lists[1])] {
        let damage =
          previous.map { list.damage(comparedTo: $0, scale: scale) } ?? [canvas.bounds]
        if seed % 3 > 0 {
          try canvas.gatherMasks {
            try renderers.server.draw(list, damage: damage, on: $0, secrets: EmptySecretTextSource())
          }
        }
        try renderers.server.draw(list, damage: damage, on: canvas, secrets: EmptySecretTextSource())
        previous = list
        try image.withBitmap { bitmap throws(RenderingError) in
          try renderers.memory.draw(list, into: bitmap)
        }
        let difference = try maximumDifference(of: buffer, from: image)
        #expect(difference <= 1, "seed \(seed) differs by \(difference)")
      }
    }
  }

  @Test func `rejects masks of another connection`() throws {
    let other = try Connection(to: display.name)
    let otherRender = try #require(RenderExtension(on: other))
    let size = PixelSize(width: 8, height: 8)
    let buffer = try makeBuffer(size, render)
    let otherBuffer = try makeBuffer(size, otherRender)
    let canvases = [buffer.canvas(scale: 1), otherBuffer.canvas(scale: 1)]
    let coverage: [UInt8] = [255, 255, 255, 255]
    let mask = coverage.withUnsafeBufferPointer {
      canvases[0].makeMask($0, width: 1, height: 1, stride: 4)
    }
    let own = try #require(mask)
    #expect(canvases[0].accepts(own) && !canvases[1].accepts(own))
  }

  @Test func `releases images that no longer exist`() throws {
    let buffer = try makeBuffer(PixelSize(width: 1, height: 1), render)
    let canvas = buffer.canvas(scale: 1)
    weak var first: Image?
    for index in 0..<2 {
      let image = Image(width: 1, height: 1, pixels: [0xFF12_3456])
      canvas.draw(image, in: canvas.bounds, at: PixelPoint(x: 0, y: 0))
      if index == 0 { first = image }
    }
    #expect(first == nil)
    let images = try #require(Mirror(reflecting: render).descendant("images"))
    #expect(Mirror(reflecting: images).children.count == 1)
  }

  /// A page of the server is shared by masks that were created one after the other, some of which stay longer.
  @Test func `keeps pages for recently used masks only`() throws {
    struct Reference { weak var page: MaskPage? }
    let renderers = (server: try Renderer(fonts: .test), memory: try Renderer(fonts: .test))
    let image = ImageBuffer(size: Size(width: 200, height: 120), scale: 1)
    let buffer = try makeBuffer(PixelSize(width: image.width, height: image.height), render)
    let canvas = buffer.canvas(scale: 1)
    var (staying, last, pages) = (DisplayList(), DisplayList(), [Reference]())
    func stroke(x: Double, y: Double, side: Double, on list: inout DisplayList) {
      let shape = RoundedRect(Rect(x: x, y: y, width: side, height: side), cornerRadius: side / 4)
      list.stroke(.roundedRect(shape), .white, width: 1)
    }
    for frame in 0..<1000 {
      let number = Double(frame)
      if frame % 25 == 0 { stroke(x: 2 + number / 5, y: 2, side: 3 + number / 1000, on: &staying) }
      last = staying
      stroke(x: 20, y: 12, side: 100 + number / 1000, on: &last)
      try renderers.server.draw(last, damage: [canvas.bounds], on: canvas, secrets: EmptySecretTextSource())
      let page = render.allocateSlot(for: PixelSize(width: 1, height: 1)).page
      if pages.last?.page !== page { pages.append(Reference(page: page)) }
    }
    // Each generation of the cache fills two pages, and 40 masks stay.
    #expect(pages.count > 40 && pages.count { $0.page != nil } <= 6)
    try image.withBitmap { bitmap throws(RenderingError) in
      try renderers.memory.draw(last, into: bitmap)
    }
    #expect(try maximumDifference(of: buffer, from: image) <= 1)
  }

  @Test func `paints correctly after its color cache is emptied`() throws {
    let buffer = try makeBuffer(PixelSize(width: 256, height: 1), render)
    let canvas = buffer.canvas(scale: 1)
    let full: [UInt8] = [255, 0, 0, 0]
    let made = full.withUnsafeBufferPointer {
      canvas.makeMask($0, width: 1, height: 1, stride: 4)
    }
    let mask = try #require(made)
    for x in 0..<256 {
      let area = PixelRect(x: x, y: 0, width: 1, height: 1)
      canvas.fill(area, Color(hex: UInt32(x) << 8), through: mask, at: area.origin)
    }
    let picture = try pixels(of: buffer)
    #expect((0..<256).allSatisfy { picture.pixel(at: PixelPoint(x: $0, y: 0)) == UInt32($0) << 8 })
  }

  /// Returns the maximum difference of a color component, in 1/255. The image in memory is
  /// composited over black because a window has no alpha.
  private func maximumDifference(
    of buffer: borrowing BackPixmap, from image: borrowing ImageBuffer
  ) throws -> Int {
    let picture = try pixels(of: buffer)
    var maximum = 0
    for y in 0..<image.height {
      for x in 0..<image.width {
        let (a, b) = (picture.pixel(at: PixelPoint(x: x, y: y)), image[x, y])
        for shift: UInt32 in [0, 8, 16] {
          maximum = max(maximum, abs(Int(a >> shift & 0xFF) - Int(b >> shift & 0xFF)))
        }
      }
    }
    return maximum
  }

  private func makeBuffer(_ size: PixelSize, _ render: RenderExtension) throws -> BackPixmap {
    let visual = try #require(PixelFormat(on: render.connection)).visual
    return BackPixmap(size: size, format: try #require(render.format(of: visual)), render: render)
  }

  private func pixels(of buffer: borrowing BackPixmap) throws -> Screenshot {
    let (width, height) = (buffer.size.width, buffer.size.height)
    let image = try #require(
      XGetImage(
        connection.display, buffer.picture.pixmap, 0, 0, UInt32(width), UInt32(height), 0xFF_FFFF, ZPixmap))
    defer { _ = image.pointee.f.destroy_image(image) }
    let bytes = try #require(UnsafeRawPointer(image.pointee.data))
    let pixels = (0..<width * height).map {
      bytes.load(fromByteOffset: 4 * $0, as: UInt32.self) & 0xFF_FFFF
    }
    return Screenshot(width: width, height: height, pixels: pixels)
  }

  private let size = Size(width: 120, height: 90)
}
