import CX11
import DBus
import Glibc
import Motion
import Scene
import ScreenDriver
import System
import TestSupport
import Testing

@testable import Windowing
@testable import X11

@Suite(.serialized) final class `Desktop settings monitor on a display` {
  let display: VirtualDisplay
  let connection: Connection

  init() throws {
    display = try VirtualDisplay(windowManager: .none)
    connection = try Connection(to: display.name)
  }

  /// Handles events until a condition is satisfied.
  ///
  /// - Returns: All changes.
  @discardableResult private func update(
    _ desktop: inout Desktop, until condition: (borrowing Desktop, Desktop.Changes) -> Bool
  ) throws -> Desktop.Changes {
    let deadline = Deadline(after: .defaultTimeout)
    var event = XEvent()
    var changes: Desktop.Changes = []
    while !condition(desktop, changes) {
      while connection.takeEvent(&event) { _ = desktop.handle(&event) }
      desktop.readBus(at: .zero)
      changes.formUnion(desktop.takeChanges())
      connection.flush()
      connection.readEvents()
      // Other tests run on the same processors.
      Deadline(after: .microseconds(200)).wait()
      if deadline.hasPassed { throw ScreenDriverError.timedOut(waitingFor: "the desktop") }
    }
    return changes
  }

  @Test func `reads the settings of a running manager at the start`() throws {
    let manager = try FakeXSettingsManager(
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

  /// Selecting events has no reply. In addition, the manager is queried and its property is read.
  @Test func `sends at most four requests when a setting defines the scale`() throws {
    func cost(_ make: () -> Desktop) -> Int {
      let before = XNextRequest(connection.display)
      let desktop = make()
      let (scale, cost) = (desktop.scale, Int(XNextRequest(connection.display) - before))
      #expect(scale == 1)
      // Its end is a request, too.
      _ = consume desktop
      return cost
    }
    #expect(cost { Desktop(on: connection, scale: 1, bus: nil) } == 2)
    let manager = try FakeXSettingsManager(at: display.name, ["Xft/DPI": .integer(96 * 1024)])
    // Two additional requests read the settings and select the manager's events. Those of the root window are already
    // selected.
    #expect(cost { Desktop(on: connection, bus: nil) } == 3)
    withExtendedLifetime(manager) {}
  }

  @Test func `follows its manager and a manager that replaces it`() throws {
    var desktop = Desktop(on: connection, bus: nil)
    let first = try FakeXSettingsManager(at: display.name, ["Net/DndDragThreshold": .integer(8)])
    try update(&desktop) { desktop, _ in desktop.settings.dragThreshold == 8 }
    first.publish(["Net/DndDragThreshold": .integer(30)])
    try update(&desktop) { desktop, _ in desktop.settings.dragThreshold == 30 }
    let second = try FakeXSettingsManager(at: display.name, ["Net/CursorBlink": .integer(0)])
    try update(&desktop) { desktop, _ in
      !desktop.settings.caret.blinks && desktop.settings.dragThreshold == nil
    }
    first.publish(["Net/DndDragThreshold": .integer(40)])
    second.publish(["Net/DndDragThreshold": .integer(50)])
    try update(&desktop) { desktop, _ in desktop.settings.dragThreshold == 50 }
  }

  @Test func `falls back to default settings when the XSETTINGS manager exits`() throws {
    var desktop = Desktop(on: connection, bus: nil)
    var manager: FakeXSettingsManager? = try FakeXSettingsManager(
      at: display.name, ["Xft/DPI": .integer(192 * 1024), "Net/CursorBlink": .integer(0)])
    try update(&desktop) { desktop, _ in desktop.scale == 2 && !desktop.settings.caret.blinks }
    #expect(manager != nil)
    manager = nil
    try update(&desktop) { desktop, _ in desktop.scale == 1 && desktop.settings == DesktopSettings() }
  }

  @Test func `ignores malformed settings`() throws {
    var desktop = Desktop(on: connection, bus: nil)
    let manager = try FakeXSettingsManager(at: display.name, ["Xft/DPI": .integer(192 * 1024)])
    try update(&desktop) { desktop, _ in desktop.scale == 2 }
    manager.publish(bytes: [0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF])
    try update(&desktop) { desktop, _ in desktop.scale == 1 }
    manager.publish(["Xft/DPI": .integer(144 * 1024)])
    try update(&desktop) { desktop, _ in desktop.scale == 1.5 }
    manager.publish(bytes: [UInt8](repeating: 0, count: 1 << 19))
    try update(&desktop) { desktop, _ in desktop.scale == 1 }
  }

  @Test func `uses the scale of the current resources`() throws {
    display.connection.setResources("Xft.dpi:\t144\n")
    // Xlib reads the resources when it connects.
    let connection = try Connection(to: display.name)
    #expect(connection.initialResourceScale == 1.5)
    var desktop = Desktop(on: self.connection, bus: nil)
    display.connection.setResources("Xft.dpi:\t192\n")
    try update(&desktop) { desktop, _ in desktop.scale == 2 }
    display.connection.setResources(nil)
    try update(&desktop) { desktop, _ in desktop.scale == 1 }
  }

  @Test func `uses the scale of the main monitor when no setting defines one`() throws {
    RandR.setMonitors(on: connection.display, [("MAIN", 0, 640, 90), ("SIDE", 640, 640, 169)])
    var desktop = Desktop(on: connection, bus: nil)
    desktop.queryRemainingSettings()
    let scale = desktop.scale
    #expect(scale == 1.75)
    let manager = try FakeXSettingsManager(at: display.name, ["Xft/DPI": .integer(192 * 1024)])
    try update(&desktop) { desktop, _ in desktop.scale == 2 }
    withExtendedLifetime(manager) {}
  }

  @Test func `determines the scale again when the settings no longer define it`() throws {
    RandR.setMonitors(on: connection.display, [("MAIN", 0, 640, 90)])
    var desktop = Desktop(on: connection, bus: nil)
    desktop.queryRemainingSettings()
    var manager: FakeXSettingsManager? = try FakeXSettingsManager(
      at: display.name, ["Xft/DPI": .integer(192 * 1024)])
    try update(&desktop) { desktop, _ in desktop.scale == 2 }
    withExtendedLifetime(manager) {}
    manager = nil
    // The windows, which may not have moved, read the scale of their monitor.
    try update(&desktop) { desktop, changes in changes.contains(.monitors) && desktop.scale == 1.75 }
  }

  @Test(.needs(.outputs))
  func `row 20: returns the refresh interval of the monitor, also after a change`() throws {
    var desktop = Desktop(on: connection, bus: nil)
    let (root, size) = (connection.root, PixelSize(width: 9, height: 9))
    // The mode that Xvfb creates has a refresh rate of 0 Hz.
    let initial = desktop.refreshInterval(under: root, of: size)
    #expect(initial == nil)
    let before = XNextRequest(connection.display)
    _ = desktop.refreshInterval(under: root, of: size)
    #expect(XNextRequest(connection.display) - before == 1, "queried again")
    // 100 MHz for 1600 × 833 pixels.
    try display.xrandr(
      "--newmode", "fast", "100", "1280", "1360", "1500", "1600", "800", "801", "804", "833")
    try display.xrandr("--addmode", "screen", "fast")
    try display.xrandr("--output", "screen", "--mode", "fast")
    try update(&desktop) { $1.contains(.monitors) }
    let interval = desktop.refreshInterval(under: root, of: size)
    #expect(abs((interval ?? 0) - 13_328_000) < 1000)
  }

  @Test(.needs(.outputs))
  func `row 20: uses the refresh interval of the monitor with most of the window`() throws {
    // 100 MHz for 1600 × 833 pixels. The other monitor reports no refresh rate.
    try display.xrandr(
      "--newmode", "fast", "100", "1280", "1360", "1500", "1600", "800", "801", "804", "833")
    try display.xrandr("--addmode", "screen", "fast")
    try display.xrandr("--output", "screen", "--mode", "fast")
    try display.xrandr("--setmonitor", "MUTE", "640/169x800/211+0+0", "none")
    try display.xrandr("--setmonitor", "FAST", "640/169x800/211+640+0", "screen")
    var desktop = Desktop(on: connection, bus: nil)
    let window = XCreateSimpleWindow(connection.display, connection.root, 0, 0, 9, 9, 0, 0, 0)
    let intervals = ([700, 10, 700] as [Int32]).map { x in
      XMoveWindow(connection.display, window, x, 10)
      return desktop.refreshInterval(under: window, of: PixelSize(width: 9, height: 9))
    }
    #expect(intervals.map { $0.map { Int($0 / 1000) } } == [13_328, nil, 13_328])
  }

  @Test func `row 51: uses scale 1 when the monitor width is 0 mm`() throws {
    RandR.setMonitors(on: connection.display, [("MAIN", 0, 1280, 0)])
    var desktop = Desktop(on: connection, bus: nil)
    desktop.queryRemainingSettings()
    let scale = desktop.scale
    #expect(scale == 1)
  }

  @Test func `returns the scale for each window position`() throws {
    RandR.setMonitors(on: connection.display, [("MAIN", 0, 640, 169), ("SIDE", 640, 640, 80)])
    var desktop = Desktop(on: connection, bus: nil)
    desktop.queryRemainingSettings()
    let window = XCreateSimpleWindow(connection.display, connection.root, 10, 10, 9, 9, 0, 0, 0)
    func scale(_ desktop: inout Desktop, at x: Int32) -> Double {
      XMoveWindow(connection.display, window, x, 10)
      var mayHaveMoved = true
      defer { #expect(!mayHaveMoved) }
      return desktop.scale(
        for: window, of: PixelSize(width: 9, height: 9), current: 1, ifMoved: &mayHaveMoved)
    }
    #expect(scale(&desktop, at: 10) == 1)
    #expect(scale(&desktop, at: 700) == 2)
    #expect(scale(&desktop, at: 20) == 1)
  }
}

// The portal.
extension `Desktop settings monitor on a display` {
  private func desktop(on address: String) -> Desktop {
    var desktop = Desktop(on: connection, bus: BusAddress(variable: address, runtimeDirectory: nil))
    desktop.queryRemainingSettings()
    return desktop
  }

  @Test func `applies the portal's appearance from its first reply on`() throws {
    let bus = try IsolatedSessionBus()
    let portal = try FakePortal(on: bus)
    var desktop = self.desktop(on: bus.address)
    try portal.reply(["color-scheme": .unsigned(1), "accent-color": .color(0.2, 0.4, 0.6)]) {
      waitForBus(&desktop)
    }
    try update(&desktop) { desktop, _ in desktop.settings.colorScheme == .dark }
    let accent = desktop.settings.accent
    #expect(accent == Color(red: 0.2, green: 0.4, blue: 0.6))
    try portal.change("color-scheme", to: .unsigned(2))
    try portal.change("contrast", to: .unsigned(1))
    try update(&desktop) { desktop, _ in
      desktop.settings.colorScheme == .light && desktop.settings.wantsHighContrast
    }
    try portal.change("color-scheme", to: .string("dark"))
    try update(&desktop) { desktop, _ in desktop.settings.colorScheme == nil }
  }

  @Test(arguments: cases(["freedesktop", "gnome", "cinnamon", "mate", "xfce"]))
  func `reports a locked screen for the signal of every desktop`(locker: String) throws {
    let bus = try IsolatedSessionBus()
    let lock = try FakeScreenLocker(on: bus)
    var desktop = self.desktop(on: bus.address)
    for isActive in [true, false] {
      var change: Bool?
      // A signal that is sent before the bus knows the client's match rule is lost, so it is
      // repeated.
      let deadline = Deadline(after: .defaultTimeout)
      while change != isActive && !deadline.hasPassed {
        try lock.emitActiveChanged(isActive, as: locker)
        if waitForBus(&desktop).contains(.screenLock) { change = desktop.isScreenLocked }
      }
      #expect(change == isActive)
    }
  }

  @Test(arguments: cases(["freedesktop", "gnome", "cinnamon", "mate", "xfce"]))
  func `reports a screen that was locked before the start`(locker: String) throws {
    let bus = try IsolatedSessionBus()
    let lock = try FakeScreenLocker(on: bus)
    try lock.own(as: locker)
    var desktop = self.desktop(on: bus.address)
    try lock.reply(true) { waitForBus(&desktop) }
    try update(&desktop) { desktop, _ in desktop.isScreenLocked }
  }

  @Test func `reports no lock if the screen was not locked before the start`() throws {
    let bus = try IsolatedSessionBus()
    let lock = try FakeScreenLocker(on: bus)
    let portal = try FakePortal(on: bus)
    try lock.own(as: "gnome")
    var desktop = self.desktop(on: bus.address)
    try lock.reply(false) { waitForBus(&desktop) }
    // The bus has forwarded the reply when it has answered a later call of the same client.
    try lock.own(as: "other")
    try portal.reply(["contrast": .unsigned(1)])
    try update(&desktop) { desktop, _ in desktop.settings.wantsHighContrast }
    let isLocked = desktop.isScreenLocked
    #expect(!isLocked)
  }

  @Test func `counts reports about the lock only by the owner of the name`() throws {
    let bus = try IsolatedSessionBus()
    let locker = try FakeScreenLocker(on: bus)
    let other = try FakeScreenLocker(on: bus)
    let portal = try FakePortal(on: bus)
    var desktop = self.desktop(on: bus.address)
    try locker.own(as: "gnome")
    try portal.reply(["contrast": .unsigned(0)]) { waitForBus(&desktop) }
    try locker.reply(false) { waitForBus(&desktop) }
    for isLocked in [true, false] {
      try other.emitActiveChanged(isLocked, as: "gnome", owningName: false)
      // The bus has queued the signal when it has answered a later call of the same client.
      try other.own(as: "other")
      try portal.change("contrast", to: .unsigned(isLocked ? 1 : 0))
      try update(&desktop) { desktop, _ in desktop.settings.wantsHighContrast == isLocked }
      let before = desktop.isScreenLocked
      try locker.emitActiveChanged(isLocked, as: "gnome", owningName: false)
      try update(&desktop) { $1.contains(.screenLock) }
      let after = desktop.isScreenLocked
      #expect(before != isLocked && after == isLocked)
    }
  }

  /// A bus that is busy while the session starts has a full queue.
  @Test(arguments: [true, false])
  func `connects later to a session bus that accepts no connection, but to no missing one`(isListening: Bool)
    throws
  {
    let directory = try TemporaryDirectory()
    let path = "\(directory.path)/bus"
    let sockets = (0..<2).map { _ in
      socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    }
    defer { for socket in sockets { close(socket) } }
    if isListening {
      try #require(
        withSocketAddress(path) { Int(bind(sockets[0], $0, $1)) } == 0 && listen(sockets[0], 0) == 0)
      try #require(withSocketAddress(path) { Int(connect(sockets[1], $0, $1)) } == 0)
    }
    let desktop = self.desktop(on: "unix:path=\(path)")
    let deadline = desktop.deadline
    #expect((deadline != nil) == isListening)
  }

  @Test func `ignores signals that a client has addressed to the program`() throws {
    let bus = try IsolatedSessionBus()
    let locker = try FakeScreenLocker(on: bus)
    let portal = try FakePortal(on: bus)
    try locker.own(as: "gnome")
    var desktop = self.desktop(on: bus.address)
    try portal.reply(["contrast": .unsigned(0)]) { waitForBus(&desktop) }
    try locker.reply(false) { waitForBus(&desktop) }
    let client = try Bus(at: try #require(BusAddress(variable: bus.address, runtimeDirectory: nil)))
    let listing = try client.call("ListNames", of: Bus.name, at: Bus.path, ownedBy: Bus.name)
    var names: [BusValue] = []
    try update(&desktop) { _, _ in
      client.exchange()
      while let message = client.takeMessage() {
        if message.replySerial == listing { names = message.arguments.first?.elements ?? [] }
      }
      return !names.isEmpty
    }
    let environment = ChildProcess.inheritedEnvironment.merging(["DBUS_SESSION_BUS_ADDRESS": bus.address]) {
      $1
    }
    let signals = [
      ["/", "org.gnome.ScreenSaver.ActiveChanged", "boolean:true"],
      [
        "/org/freedesktop/portal/desktop", "org.freedesktop.portal.Settings.SettingChanged",
        "string:org.freedesktop.appearance", "string:color-scheme", "variant:uint32:1",
      ],
    ]
    for case .string(let name) in names where name.hasPrefix(":") {
      for signal in signals {
        var sender = try ChildProcess(
          "dbus-send", ["--session", "--type=signal", "--dest=\(name)"] + signal, environment: environment)
        #expect(try sender.waitForExit(within: .defaultTimeout) == .exited(0))
      }
    }
    // The bus has queued the signals when it forwards a later one.
    try portal.change("contrast", to: .unsigned(1))
    try update(&desktop) { desktop, _ in desktop.settings.wantsHighContrast }
    let (isLocked, colorScheme) = (desktop.isScreenLocked, desktop.settings.colorScheme)
    #expect(!isLocked && colorScheme == nil)
  }

  @Test func `connects to the session bus again after a message that is too long`() throws {
    let bus = try IsolatedSessionBus()
    let locker = try FakeScreenLocker(on: bus)
    let portal = try FakePortal(on: bus)
    let client = try Bus(at: try #require(BusAddress(variable: bus.address, runtimeDirectory: nil)))
    try locker.own(as: "gnome")
    var desktop = self.desktop(on: bus.address)
    try portal.reply(["contrast": .unsigned(1)]) { waitForBus(&desktop) }
    try locker.reply(true) { waitForBus(&desktop) }
    try update(&desktop) { desktop, _ in desktop.isScreenLocked && desktop.settings.wantsHighContrast }
    try client.requestName("org.mate.ScreenSaver")
    try client.emit(
      "ActiveChanged", of: "org.mate.ScreenSaver", at: "/", [.string(String(repeating: "x", count: 300_000))]
    )
    try update(&desktop) { desktop, _ in
      client.exchange()
      return desktop.pollTarget.descriptor == -1
    }
    let (isLocked, settings, deadline) = (desktop.isScreenLocked, desktop.settings, desktop.deadline)
    #expect(isLocked && settings.wantsHighContrast)
    #expect(deadline == .zero + .seconds(1))
    desktop.readBus(at: .zero + .seconds(1))
    try portal.reply(["contrast": .unsigned(0)]) { waitForBus(&desktop) }
    try locker.reply(false) { waitForBus(&desktop) }
    try update(&desktop) { desktop, _ in !desktop.isScreenLocked && !desktop.settings.wantsHighContrast }
  }

  @Test func `has no lock after the session bus has ended, but keeps the settings`() throws {
    let bus = try IsolatedSessionBus()
    let locker = try FakeScreenLocker(on: bus)
    let portal = try FakePortal(on: bus)
    try locker.own(as: "gnome")
    var desktop = self.desktop(on: bus.address)
    try portal.reply(["contrast": .unsigned(1)]) { waitForBus(&desktop) }
    try locker.reply(true) { waitForBus(&desktop) }
    try update(&desktop) { desktop, _ in desktop.isScreenLocked && desktop.settings.wantsHighContrast }
    bus.kill()
    try update(&desktop) { desktop, _ in desktop.pollTarget.descriptor == -1 }
    let wasLocked = desktop.isScreenLocked
    desktop.readBus(at: .zero + .seconds(1))
    let (changes, isLocked, deadline) = (desktop.takeChanges(), desktop.isScreenLocked, desktop.deadline)
    let settings = desktop.settings
    #expect(wasLocked && changes == .screenLock && !isLocked)
    #expect(settings.wantsHighContrast && deadline == .zero + .seconds(3))
  }

  /// Waits until the bus is ready, for at most a millisecond.
  @discardableResult private func waitForBus(_ desktop: inout Desktop) -> Desktop.Changes {
    let deadline = MonotonicClock.now + .milliseconds(1)
    _ = EventSources().wait(for: [desktop.pollTarget, (-1, 0), (-1, 0), (-1, 0)], until: deadline)
    desktop.readBus(at: .zero)
    return desktop.takeChanges()
  }

  @Test func `uses defaults without a bus, a portal or a responsive bus`() throws {
    let bus = try IsolatedSessionBus()
    let addresses = [
      nil, BusAddress(variable: "unix:path=/nowhere/bus", runtimeDirectory: nil),
      BusAddress(variable: bus.address, runtimeDirectory: nil),
    ]
    for address in addresses {
      let desktop = unanswered(on: address)
      let settings = desktop.settings
      #expect(settings == DesktopSettings(), "\(String(describing: address))")
    }
    // The calls still wait for their replies: none of them has blocked until it timed out.
    let portal = try FakePortal(on: bus)
    bus.suspend()
    var desktop = unanswered(on: addresses[2])
    let settings = desktop.settings
    #expect(settings == DesktopSettings())
    bus.resume()
    try portal.reply(["contrast": .unsigned(1)]) { waitForBus(&desktop) }
    try update(&desktop) { desktop, _ in desktop.settings.wantsHighContrast }
  }

  /// Returns a monitor that has queried a bus, and has read what has arrived since.
  private func unanswered(on address: BusAddress?) -> Desktop {
    var desktop = Desktop(on: connection, bus: address)
    desktop.queryRemainingSettings()
    for _ in 0..<20 { desktop.readBus(at: .zero) }
    return desktop
  }

  @Test func `keeps working after the bus exits`() throws {
    var desktop: Desktop
    do {
      let bus = try IsolatedSessionBus()
      desktop = self.desktop(on: bus.address)
      for _ in 0..<50 { desktop.readBus(at: .zero) }
    }
    try update(&desktop) { desktop, _ in desktop.pollTarget.descriptor == -1 }
    let settings = desktop.settings
    #expect(settings == DesktopSettings())
  }
}
