import Glibc
import Scene
import ScreenDriver
import Testing

extension `The program`.`is a good citizen` {
  @Test func `rows 3 to 9: names itself, its process, its icons and its kind of window`() throws {
    let sitting = try Program.start(under: .none)
    let window = sitting.window
    #expect(window.pid == sitting.program.pid)
    #expect(window.text("WM_CLIENT_MACHINE") == Self.hostName)
    for name in ["_NET_WM_NAME", "_NET_WM_ICON_NAME", "WM_NAME", "WM_ICON_NAME"] {
      #expect(window.text(name) == "Tactile", "\(name)")
    }
    #expect(window.classNames == ["tactile", "Tactile"])
    #expect(Self.iconSizes(try #require(window.property("_NET_WM_ICON"))) == [16, 32, 48, 128])
    #expect(window.atoms("_NET_WM_WINDOW_TYPE") == ["_NET_WM_WINDOW_TYPE_NORMAL"])
    #expect(window.acceptsFocus)
  }

  @Test func `rows 1 and 2: answers every ping in a drag, and closes when it is asked to`() throws {
    var sitting = try Program.start()
    try sitting.pickUp(try sitting.restingButton())
    for _ in 1...20 { try sitting.window.ping(within: .seconds(1)) }
    sitting.hand.release()
    sitting.window.requestClose()
    #expect(try sitting.program.ending(within: .milliseconds(500)) == .exited(0))
  }

  @Test func `row 12: keeps the button under the pointer after its window was moved`() throws {
    let sitting = try Program.start()
    let rest = try sitting.restingButton()
    let before = try sitting.window.frame()
    try sitting.window.move(byX: 60, y: 40)
    try sitting.pickUp(rest)
    let place = rest.center.offset(x: -120, y: -30)
    try sitting.hand.move(along: [rest.center, place], lasting: .milliseconds(100))
    let center = try sitting.restingButton().center
    #expect(abs(center.x - place.x) <= 1 && abs(center.y - place.y) <= 1)
    #expect(try sitting.window.frame().x == before.x + 60)
  }

  @Test func `row 16: keeps its pixels where they are while it grows`() throws {
    let sitting = try Program.start(under: .none)
    #expect(sitting.window.keepsUpperLeftPixels)
  }

  /// What `hostname(1)` tells.
  private static var hostName: String? {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0 else { return nil }
    return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
  }

  /// The widths of square pictures, one after the other (EWMH, `_NET_WM_ICON`).
  private static func iconSizes(_ icons: [UInt]) -> [Int] {
    var (sizes, place) = ([Int](), 0)
    while place + 1 < icons.count {
      let (width, height) = (Int(icons[place]), Int(icons[place + 1]))
      sizes.append(width)
      place += 2 + width * height
    }
    return sizes
  }
}
