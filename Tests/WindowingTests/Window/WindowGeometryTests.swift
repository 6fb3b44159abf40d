import CX11
import Scene
import Testing

@testable import Windowing
@testable import X11

@Suite struct `Window geometry` {
  private let screen = PixelSize(width: 1280, height: 800)
  private let size = PixelSize(width: 300, height: 200)

  private func position(_ text: String, scale: Double = 1) -> [Int]? {
    let placement = WindowGeometry(text)?.placement(of: size, on: screen, scale: scale)
    return placement.map { [$0.x, $0.y, Int($0.gravity)] }
  }

  @Test(arguments: ["960x640", "=960x640", "960X640", "960x640+3-4"])
  func `W1 parses a size`(text: String) {
    #expect(WindowGeometry(text)?.size == Size(width: 960, height: 640))
  }

  @Test func `parses a position without a size`() {
    #expect(WindowGeometry("+5+6")?.size == nil)
    #expect(position("+5+6") == [5, 6, Int(NorthWestGravity)])
    #expect(position("960x640") == nil)
  }

  @Test func `measures a negative offset from the far edge`() {
    #expect(position("-5+6") == [1280 - 300 - 5, 6, Int(NorthEastGravity)])
    #expect(position("+5-6") == [5, 800 - 200 - 6, Int(SouthWestGravity)])
    #expect(position("-0-0") == [980, 600, Int(SouthEastGravity)])
  }

  @Test func `allows a position outside the screen`() {
    #expect(position("+-5+6") == [-5, 6, Int(NorthWestGravity)])
    #expect(position("--5-0")?[0] == 1280 - 300 + 5)
  }

  @Test func `uses logical pixels`() {
    #expect(position("+5-6", scale: 2) == [10, 800 - 200 - 12, Int(SouthWestGravity)])
  }

  @Test(arguments: ["", "x", "960", "960x", "x640", "0x640", "960x0", "960x640+5", "10x10 ", "ä"])
  func `rejects an incomplete or invalid text`(text: String) {
    #expect(WindowGeometry(text) == nil)
  }
}
