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
    // Told last, when the window is there.
    let icons = try Deadline(after: .patience).poll(for: "icons") {
      window.property("_NET_WM_ICON")
    }
    #expect(Self.iconSizes(icons) == [16, 32, 48, 128])
    for name in ["_NET_WM_NAME", "_NET_WM_ICON_NAME", "WM_NAME", "WM_ICON_NAME"] {
      #expect(window.text(name) == "Tactile", "\(name)")
    }
    #expect(window.classNames == ["tactile", try Self.startupClass()])
    #expect(window.text("WM_WINDOW_ROLE") == "main")
    #expect(window.isLeader && window.isInLeadersGroup)
    #expect(try #require(window.minimumSize) == (480, 420))
    #expect(window.atoms("_NET_WM_WINDOW_TYPE") == ["_NET_WM_WINDOW_TYPE_NORMAL"])
    #expect(window.property("WM_TRANSIENT_FOR") == nil)
    #expect(window.acceptsFocus && window.protocols.contains("WM_TAKE_FOCUS"))
  }

  @Test func `rows 1 and 2: answers every ping in a drag, and closes when it is asked to`() throws {
    var sitting = try Program.start()
    let rest = try sitting.restingButton()
    try sitting.pickUp(rest)
    let times = try (1...21).map { step in
      try sitting.hand.move(to: rest.center.offset(x: -10 * step, y: -3 * step))
      return try ContinuousClock().measure { try sitting.window.ping(within: .seconds(1)) }
    }
    // A good part of them, since this machine may stall whenever it likes.
    #expect(times.sorted()[5] < .milliseconds(50))
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

  @Test func `row 16: keeps its pixels where they are while it grows, and fills what is new`()
    throws
  {
    let sitting = try Program.start(under: .none)
    #expect(sitting.window.keepsUpperLeftPixels)
    sitting.display.connection.paintBackground(0xFF_00FF)
    let (mark, window) = (PixelPoint(x: 3, y: 3), sitting.window)
    let paper = try window.screenshot().pixel(at: mark)
    for step in 1...10 {
      let (width, height) = (960 + step, 640 + step)
      try window.resize(width: width, height: height)
      // Never cleared by the server, what is shown already stands still meanwhile.
      #expect(try window.screenshot().pixel(at: mark) == paper)
      let corner = PixelPoint(x: width - 1, y: height - 1)
      _ = try window.see("the new corner") { $0.pixel(at: corner) == paper ? () : nil }
    }
  }

  /// By what desktops find the window of the program's menu entry.
  private static func startupClass() throws -> String {
    let root = "/" + #filePath.split(separator: "/").dropLast(5).joined(separator: "/")
    let entry = try contents(ofFile: "\(root)/assets/tactile.desktop")
    let key = "StartupWMClass="
    let line = entry.split(separator: "\n").first { $0.hasPrefix(key) }
    return String(try #require(line).dropFirst(key.count))
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
