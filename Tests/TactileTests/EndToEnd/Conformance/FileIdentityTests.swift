import Glibc
import Scene
import ScreenDriver
import TestSupport
import Testing

extension `Tactile program`.`X11 conformance` {
  @Test func `rows 3 to 9: sets its title, class, process, icons and window type`() throws {
    let session = try Program.start(under: .none)
    let window = session.window
    #expect(window.pid == session.program.pid)
    #expect(window.text("WM_CLIENT_MACHINE") == Self.hostName)
    // The icons are set last, after the window is mapped.
    let icons = try Deadline(after: .defaultTimeout).poll(for: "icons") {
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

  @Test func `rows 1 and 2: replies to pings during a drag, and exits on a close request`() throws {
    var session = try Program.start()
    let restFrame = try session.restingButton()
    try session.startDrag(of: restFrame)
    for step in 1...10 {
      try session.input.move(to: restFrame.center.offset(x: -10 * step, y: -3 * step))
      try session.window.ping()
    }
    #expect(try session.restingButton().center.x < restFrame.center.x - 90, "the drag has ended")
    session.input.release()
    session.window.requestClose()
    #expect(try session.program.waitForExit(within: .defaultTimeout) == .exited(0))
  }

  @Test(.onlyInAll("rare use")) func `row 12: keeps the button under the pointer after the window was moved`()
    throws
  {
    let session = try Program.start()
    let restFrame = try session.restingButton()
    let before = try session.window.frame()
    try session.window.move(byX: 60, y: 40)
    try session.startDrag(of: restFrame)
    let point = restFrame.center.offset(x: -120, y: -30)
    try session.input.move(along: [restFrame.center, point], lasting: .milliseconds(100))
    let center = try session.restingButton().center
    #expect(abs(center.x - point.x) <= 1 && abs(center.y - point.y) <= 1)
    #expect(try session.window.frame().x == before.x + 60)
  }

  @Test(.onlyInAll("rare window manager"))
  func `row 16: keeps its pixels while the window grows, and paints the new area`()
    throws
  {
    let session = try Program.start(under: .none)
    #expect(session.window.keepsUpperLeftPixels)
    session.display.connection.paintBackground(0xFF_00FF)
    let (point, window) = (PixelPoint(x: 3, y: 3), session.window)
    let background = try window.screenshot().pixel(at: point)
    for step in 1...10 {
      let (width, height) = (960 + step, 640 + step)
      try window.resize(width: width, height: height)
      // The server never clears the pixels, so existing content does not change.
      #expect(try window.screenshot().pixel(at: point) == background)
      let corner = PixelPoint(x: width - 1, y: height - 1)
      _ = try window.waitFor("the new corner") { $0.pixel(at: corner) == background ? () : nil }
    }
  }

  /// Returns the class by which desktops match the window with the program's menu entry.
  private static func startupClass() throws -> String {
    let entry = try contents(ofFile: "\(repositoryRoot)/assets/tactile.desktop")
    let key = "StartupWMClass="
    let line = entry.split(separator: "\n").first { $0.hasPrefix(key) }
    return String(try #require(line).dropFirst(key.count))
  }

  /// The host name as printed by `hostname(1)`.
  private static var hostName: String? {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0 else { return nil }
    return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
  }

  /// Returns the widths of consecutive square images (EWMH, `_NET_WM_ICON`).
  private static func iconSizes(_ icons: [UInt]) -> [Int] {
    var (sizes, index) = ([Int](), 0)
    while index + 1 < icons.count {
      let (width, height) = (Int(icons[index]), Int(icons[index + 1]))
      sizes.append(width)
      index += 2 + width * height
    }
    return sizes
  }
}
