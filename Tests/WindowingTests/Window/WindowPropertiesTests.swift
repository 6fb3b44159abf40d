import CX11
import Scene
import Testing

@testable import Windowing
@testable import X11

@Suite struct `Window description` {
  @Test func `encodes icons as width, height and pixels in sequence`() {
    let dot = WindowIcon(width: 1, height: 1, pixels: [0xFF12_3456])
    let bar = WindowIcon(width: 2, height: 1, pixels: [1, 2])
    #expect(WindowIcon.property(of: [dot, bar]) == [1, 1, 0xFF12_3456, 2, 1, 1, 2])
  }

  @Test func `traps for an icon with missing pixels`() async {
    await #expect(processExitsWith: .failure) {
      _ = WindowIcon(width: 2, height: 2, pixels: [0])
    }
  }

  private func hints(geometry: String?, scale: Double = 1) -> SizeHints {
    var configuration = WindowConfiguration(
      title: "", size: Size(width: 960, height: 640), minimumSize: Size(width: 480, height: 420))
    configuration.geometry = geometry.flatMap { WindowGeometry($0) }
    let screen = PixelSize(width: 1280, height: 800)
    let size = PixelSize(
      configuration.openingSize(on: screen.logical(scale: scale)), scale: scale)
    return SizeHints(configuration, size: size, scale: scale, screen: screen)
  }

  @Test func `W1 requests 960 × 640 and a minimum of 480 × 420`() {
    let hints = hints(geometry: nil).value
    #expect(hints.flags == PMinSize | PWinGravity | PSize)
    #expect([hints.width, hints.height] == [960, 640])
    #expect([hints.min_width, hints.min_height] == [480, 420])
  }

  @Test func `marks size and position as requested by the user`() {
    let hints = hints(geometry: "600x500-0+7").value
    #expect(hints.flags == PMinSize | PWinGravity | USSize | USPosition)
    #expect([hints.x, hints.y, hints.width, hints.height] == [680, 7, 600, 500])
    #expect(hints.win_gravity == NorthEastGravity)
  }

  @Test func `W1 never opens below the minimum size`() {
    let hints = hints(geometry: "10x10").value
    #expect([hints.width, hints.height] == [480, 420])
  }

  @Test func `limits a requested size to the screen`() {
    let hints = hints(geometry: "100000x100000", scale: 2).value
    #expect([hints.width, hints.height] == [1280, 840])
  }

  @Test func `multiplies sizes by the scale`() {
    let hints = hints(geometry: nil, scale: 1.5).value
    #expect([hints.width, hints.height] == [1440, 960])
    #expect([hints.min_width, hints.min_height] == [720, 630])
  }

  @Test(arguments: [0, -1, 1e9, .nan, .infinity, -.infinity])
  func `clamps sizes to the range of the protocol`(side: Double) {
    let size = PixelSize(Size(width: side, height: side), scale: 2)
    #expect(PixelSize.sideRange.contains(size.width) && PixelSize.sideRange.contains(size.height))
  }
}

@Suite struct `Connection setup` {
  @Test func `formats an X error in one line`() {
    var error = XErrorEvent()
    (error.error_code, error.request_code, error.minor_code) = (3, 12, 0)
    error.resourceid = 0x2A
    let line = ProtocolErrors.line(about: error, in: "tactile")
    #expect(
      line == "tactile: X protocol error 3 (request 12.0, resource 0x2a); further errors are not printed\n")
  }
}
