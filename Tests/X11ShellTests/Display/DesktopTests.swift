import CX11
import Glibc
import Motion
import Scene
import ScreenDriver
import Testing

@testable import X11Shell

@Suite(.serialized) final class `A desktop on a display` {
  let display: VirtualDisplay
  let connection: Connection

  init() throws {
    display = try VirtualDisplay(windowManager: .none)
    connection = try Connection(to: display.name)
  }

  /// Lets the desktop take in events until it is as wished.
  private func follow(
    _ desktop: inout Desktop, until isThere: (borrowing Desktop) -> Bool
  ) throws {
    let deadline = Deadline(after: .patience)
    var event = XEvent()
    while !isThere(desktop) {
      while connection.takeEvent(&event) { _ = desktop.handle(&event) }
      desktop.hearBus()
      connection.flush()
      connection.readEvents()
      if deadline.hasPassed { throw ScreenDriverError.timedOut(waitingFor: "the desktop") }
    }
  }

  @Test func `is known from the start where a manager is there`() throws {
    let manager = try SettingsManager(
      at: display.name,
      [
        "Gdk/WindowScalingFactor": .integer(2), "Gdk/UnscaledDPI": .integer(96 * 1024),
        "Gtk/EnableAnimations": .integer(0),
      ])
    let desktop = Desktop(on: connection, bus: nil)
    let (scale, allowsMotion) = (desktop.scale, desktop.settings.allowsMotion)
    #expect(scale == 2 && !allowsMotion)
    withExtendedLifetime(manager) {}
  }

  /// Events are selected, which has no answer, and the manager is asked for and looked at.
  @Test func `costs four requests at most where its scale is said`() throws {
    func cost(_ desktop: () -> Desktop) -> Int {
      let before = XNextRequest(connection.display)
      let scale = desktop().scale
      #expect(scale == 1)
      return Int(XNextRequest(connection.display) - before)
    }
    #expect(cost { Desktop(on: connection, scale: 1, bus: nil) } == 2)
    let manager = try SettingsManager(at: display.name, ["Xft/DPI": .integer(96 * 1024)])
    // One more selects the manager's events.
    #expect(cost { Desktop(on: connection, bus: nil) } == 4)
    withExtendedLifetime(manager) {}
  }

  @Test func `changes with its manager, and with another that takes over`() throws {
    var desktop = Desktop(on: connection, bus: nil)
    let first = try SettingsManager(at: display.name, ["Net/DndDragThreshold": .integer(8)])
    try follow(&desktop) { $0.settings.dragThreshold == 8 }
    first.publish(["Net/DndDragThreshold": .integer(30)])
    try follow(&desktop) { $0.settings.dragThreshold == 30 }
    let second = try SettingsManager(at: display.name, ["Net/CursorBlink": .integer(0)])
    try follow(&desktop) { !$0.settings.caret.blinks && $0.settings.dragThreshold == nil }
    first.publish(["Net/DndDragThreshold": .integer(40)])
    second.publish(["Net/DndDragThreshold": .integer(50)])
    try follow(&desktop) { $0.settings.dragThreshold == 50 }
  }

  @Test func `says nothing any more when its manager dies`() throws {
    var desktop = Desktop(on: connection, bus: nil)
    var manager: SettingsManager? = try SettingsManager(
      at: display.name, ["Xft/DPI": .integer(192 * 1024), "Net/CursorBlink": .integer(0)])
    try follow(&desktop) { $0.scale == 2 && !$0.settings.caret.blinks }
    #expect(manager != nil)
    manager = nil
    try follow(&desktop) { $0.scale == 1 && $0.settings == DesktopSettings() }
  }

  @Test func `says nothing by what is no settings at all`() throws {
    var desktop = Desktop(on: connection, bus: nil)
    let manager = try SettingsManager(at: display.name, ["Xft/DPI": .integer(192 * 1024)])
    try follow(&desktop) { $0.scale == 2 }
    manager.publish(bytes: [0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF])
    try follow(&desktop) { $0.scale == 1 }
    manager.publish(["Xft/DPI": .integer(144 * 1024)])
    try follow(&desktop) { $0.scale == 1.5 }
    manager.publish(bytes: [UInt8](repeating: 0, count: 1 << 19))
    try follow(&desktop) { $0.scale == 1 }
  }

  @Test func `has the scale of the resources, as they are now`() throws {
    display.connection.setResources("Xft.dpi:\t144\n")
    // Xlib has these from the time when it connected.
    let connection = try Connection(to: display.name)
    #expect(connection.initialResourceScale == 1.5)
    var desktop = Desktop(on: self.connection, bus: nil)
    display.connection.setResources("Xft.dpi:\t192\n")
    try follow(&desktop) { $0.scale == 2 }
    display.connection.setResources(nil)
    try follow(&desktop) { $0.scale == 1 }
  }

  @Test func `has the scale of its main monitor where nobody says another`() throws {
    RandR.setMonitors(on: connection.display, [("MAIN", 0, 640, 90), ("SIDE", 640, 640, 169)])
    var desktop = Desktop(on: connection, bus: nil)
    desktop.askTheRest()
    let scale = desktop.scale
    #expect(scale == 1.75)
    let manager = try SettingsManager(at: display.name, ["Xft/DPI": .integer(192 * 1024)])
    try follow(&desktop) { $0.scale == 2 }
    withExtendedLifetime(manager) {}
  }

  @Test(.enabled(if: Rig.outputs.isToBeUsed, "\(Rig.outputs.skip)"))
  func `row 20: knows how often its monitor refreshes, also once that has changed`() throws {
    var desktop = Desktop(on: connection, bus: nil)
    let (root, size) = (connection.root, PixelSize(width: 9, height: 9))
    // The mode that Xvfb makes up refreshes 0 times a second.
    let atFirst = desktop.refreshInterval(under: root, of: size)
    #expect(atFirst == nil)
    let before = XNextRequest(connection.display)
    _ = desktop.refreshInterval(under: root, of: size)
    #expect(XNextRequest(connection.display) - before == 1, "asked again")
    // 100 MHz for 1600 × 833 pixels.
    try display.arrange(
      "--newmode", "fast", "100", "1280", "1360", "1500", "1600", "800", "801", "804", "833")
    try display.arrange("--addmode", "screen", "fast")
    try display.arrange("--output", "screen", "--mode", "fast")
    try follow(&desktop) { $0.haveMonitorsChanged }
    let isTold = desktop.takeMonitorChange()
    #expect(isTold)
    let interval = desktop.refreshInterval(under: root, of: size)
    #expect(abs((interval ?? 0) - 13_328_000) < 1000)
  }

  @Test(.enabled(if: Rig.outputs.isToBeUsed, "\(Rig.outputs.skip)"))
  func `row 20: refreshes as the monitor does that shows most of a window`() throws {
    // 100 MHz for 1600 × 833 pixels; the other monitor does not say.
    try display.arrange(
      "--newmode", "fast", "100", "1280", "1360", "1500", "1600", "800", "801", "804", "833")
    try display.arrange("--addmode", "screen", "fast")
    try display.arrange("--output", "screen", "--mode", "fast")
    try display.arrange("--setmonitor", "MUTE", "640/169x800/211+0+0", "none")
    try display.arrange("--setmonitor", "FAST", "640/169x800/211+640+0", "screen")
    var desktop = Desktop(on: connection, bus: nil)
    let window = XCreateSimpleWindow(connection.display, connection.root, 0, 0, 9, 9, 0, 0, 0)
    let intervals = ([700, 10, 700] as [Int32]).map { x in
      XMoveWindow(connection.display, window, x, 10)
      return desktop.refreshInterval(under: window, of: PixelSize(width: 9, height: 9))
    }
    #expect(intervals.map { $0.map { Int($0 / 1000) } } == [13_328, nil, 13_328])
  }

  @Test func `row 51: has scale 1 where its monitor is 0 mm wide`() throws {
    RandR.setMonitors(on: connection.display, [("MAIN", 0, 1280, 0)])
    var desktop = Desktop(on: connection, bus: nil)
    desktop.askTheRest()
    let scale = desktop.scale
    #expect(scale == 1)
  }

  @Test func `has a scale for every place of a window on its monitors`() throws {
    RandR.setMonitors(on: connection.display, [("MAIN", 0, 640, 169), ("SIDE", 640, 640, 80)])
    var desktop = Desktop(on: connection, bus: nil)
    desktop.askTheRest()
    let window = XCreateSimpleWindow(connection.display, connection.root, 10, 10, 9, 9, 0, 0, 0)
    func scale(_ desktop: inout Desktop, at x: Int32) -> Double {
      XMoveWindow(connection.display, window, x, 10)
      desktop.noteMove()
      return desktop.scale(for: window, of: PixelSize(width: 9, height: 9), having: 1)
    }
    #expect(scale(&desktop, at: 10) == 1)
    #expect(scale(&desktop, at: 700) == 2)
    #expect(scale(&desktop, at: 20) == 1)
  }
}

// The portal.
extension `A desktop on a display` {
  @Test func `has the portal's appearance, from its first answer on`() throws {
    let bus = try SessionBusProcess()
    let portal = try PortalStandIn(on: bus)
    var desktop = Desktop(
      on: connection, bus: BusAddress(variable: bus.address, runtimeFolder: nil))
    desktop.askTheRest()
    // The bus lets the program in step by step before it passes the question on.
    for _ in 0..<100 { waitForBus(&desktop) }
    try portal.answer([
      "color-scheme": .unsigned(1), "accent-color": .color(0.2, 0.4, 0.6),
    ])
    try follow(&desktop) { $0.settings.colorScheme == .dark }
    let accent = desktop.settings.accent
    #expect(accent == Color(red: 0.2, green: 0.4, blue: 0.6))
    try portal.change("color-scheme", to: .unsigned(2))
    try portal.change("contrast", to: .unsigned(1))
    try follow(&desktop) { $0.settings.colorScheme == .light && $0.settings.wantsHighContrast }
    try portal.change("color-scheme", to: .string("dark"))
    try follow(&desktop) { $0.settings.colorScheme == nil }
  }

  @Test(arguments: ["freedesktop", "gnome", "cinnamon", "mate", "xfce"])
  func `tells of a locked screen, whoever has locked it`(locker: String) throws {
    let bus = try SessionBusProcess()
    let lock = try ScreenLockStandIn(on: bus)
    var desktop = Desktop(
      on: connection, bus: BusAddress(variable: bus.address, runtimeFolder: nil))
    desktop.askTheRest()
    for isActive in [true, false] {
      var news: Bool?
      // What was said before the bus had heard what is wanted is lost, hence again and again.
      let deadline = Deadline(after: .patience)
      while news != isActive && !deadline.hasPassed {
        try lock.say(isActive: isActive, as: locker)
        waitForBus(&desktop)
        news = desktop.takeLockNews() ?? news
      }
      #expect(news == isActive)
    }
  }

  /// Sleeps until there is something to exchange, for a millisecond at most.
  private func waitForBus(_ desktop: inout Desktop) {
    let deadline = MonotonicClock.now + .milliseconds(1)
    _ = Readiness.wait(for: [-1, -1, -1], bus: desktop.pollTarget, until: deadline)
    desktop.hearBus()
  }

  @Test func `is as usual without a bus, a portal or a living one`() throws {
    let bus = try SessionBusProcess()
    let addresses = [
      nil, BusAddress(variable: "unix:path=/nowhere/bus", runtimeFolder: nil),
      BusAddress(variable: bus.address, runtimeFolder: nil),
    ]
    for address in addresses { try expectUsual(address) }
    bus.freeze()
    try expectUsual(addresses[2])
  }

  private func expectUsual(_ address: BusAddress?) throws {
    var desktop = Desktop(on: connection, bus: address)
    let start = MonotonicClock.now
    desktop.askTheRest()
    for _ in 0..<20 { desktop.hearBus() }
    #expect(start.duration(to: MonotonicClock.now) < .seconds(1), "\(String(describing: address))")
    let settings = desktop.settings
    #expect(settings == DesktopSettings())
  }

  @Test func `outlives its bus`() throws {
    var desktop: Desktop
    do {
      let bus = try SessionBusProcess()
      desktop = Desktop(
        on: connection, bus: BusAddress(variable: bus.address, runtimeFolder: nil))
      desktop.askTheRest()
      for _ in 0..<50 { desktop.hearBus() }
    }
    try follow(&desktop) { $0.pollTarget.descriptor == -1 }
    let settings = desktop.settings
    #expect(settings == DesktopSettings())
  }
}
