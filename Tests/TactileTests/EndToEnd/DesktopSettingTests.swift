import Controls
import Scene
import ScreenDriver
import TestSupport
import Testing

extension `Tactile program` {
  @Suite struct `Desktop setting changes` {
    @Test func `scale the window to twice its size and back, and keep the caret`() throws {
      let session = try AppSession(
        AppSession.Configuration(program: Program.path, screen: (width: 2200, height: 1500)))
      let button = try session.restingButton()
      try session.input.type("Passw0rd!")
      try session.expectGreenIcons(5)
      let before = try session.screenshotWithStrength()
      session.display.connection.setResources("Xft.dpi: 192\n")
      try session.expectWidth(1920)
      let large = try session.restingButton()
      #expect(large.maxX == 1920 - 16 && abs(large.width - 2 * button.width) <= 2)
      #expect(abs(large.center.y - 2 * button.center.y) <= 2)
      #expect(try #require(session.window.minimumSize) == (960, 840))
      session.display.connection.setResources(nil)
      try session.expectWidth(960)
      // The blinking caret may differ.
      _ = try session.window.waitFor("the original window") {
        ($0.difference(from: before)?.width ?? 0) <= 4 ? () : nil
      }
    }

    @Test(.onlyInAll("rare setting")) func `set the blink period of the caret`() throws {
      let session = try Program.start()
      // By default, the period is more than twice as long.
      let period = 400
      let manager = try FakeXSettingsManager(
        at: session.display.name, ["Net/CursorBlinkTime": .integer(Int32(period))])
      try session.expectCaretPeriod(.milliseconds(period))
      withExtendedLifetime(manager) {}
    }

    @Test(.onlyInAll("rare setting")) func `turn off caret blinking, and set the font`() throws {
      let session = try Program.start()
      let steady: [String: XSettingsEncoder.Value] = ["Net/CursorBlink": .integer(0)]
      let manager = try FakeXSettingsManager(at: session.display.name, steady)
      // Longer than the visible phase of the caret with default settings. Nothing else shows that it does not blink.
      let standard = try session.window.stillScreenshot(for: .milliseconds(600))
      manager.publish(steady.merging(["Gtk/FontName": .string("Inter Display 11")]) { $1 })
      let title = PixelRect(x: 0, y: 0, width: 480, height: 80)
      let plain = try session.window.waitFor("the title in another font", in: title) { picture in
        picture.difference(from: standard.part(title)) == nil ? nil : picture
      }
      manager.publish(steady.merging(["Gtk/FontName": .string("No Such Family 11")]) { $1 })
      _ = try session.window.waitFor("the title in the default font") { $0 == standard ? () : nil }
      #expect(plain.difference(from: standard.part(title)).map { $0.width > 60 } == true)
    }

    @Test(.onlyInAll("rare setting")) func `set the drag threshold`() throws {
      let session = try Program.start()
      let button = try session.restingButton()
      let manager = try FakeXSettingsManager(
        at: session.display.name, ["Net/DndDragThreshold": .integer(30)])
      try session.window.ping()
      try session.input.drag(along: [button.center, button.center.offset(x: -20)], lasting: .zero)
      try session.expectButton(at: button, Program.colors.green)
      withExtendedLifetime(manager) {}
    }

    @Test func `W3 switch to the dark theme and back, by the portal`() throws {
      let bus = try IsolatedSessionBus()
      let portal = try FakePortal(on: bus)
      let session = try Program.start(environment: ["DBUS_SESSION_BUS_ADDRESS": bus.address])
      try portal.reply(["color-scheme": .unsigned(1)])
      let dark = AccentColors.dark
      _ = try session.window.waitFor("the dark theme") { $0.floatingButton(dark.red) }
      try portal.change("color-scheme", to: .unsigned(2))
      _ = try session.window.waitFor("the light theme") { picture in
        picture.bounds(of: ColorMatch(Program.colors.red, tolerance: 0), minimumRun: 24)
      }
    }

    @Test(.onlyInAll("rare setting")) func `apply from the start if they are known then`() throws {
      let session = try Program.start(environment: ["TACTILE_SCALE": "1.25"])
      #expect(try session.window.frame().width == 1200)
    }
  }
}

extension AppSession {
  fileprivate func expectWidth(_ width: Int) throws {
    try Deadline(after: .defaultTimeout).poll(for: "a window \(width) pixels wide") {
      (try? window.frame().width) == width ? () : nil
    }
  }

  /// Waits until the caret in the first field appears again after a period. A delay of the machine makes one
  /// measurement longer or shorter, and the next one is not affected.
  fileprivate func expectCaretPeriod(_ expected: Duration) throws {
    let deadline = Deadline(after: .defaultTimeout)
    while !deadline.hasPassed {
      // A key press shows the caret, which then blinks for some time.
      try input.tap("Home")
      try window.ping()
      // If the machine stalls, this may be a frame of a fading caret, which never recurs, and a
      // period may be measured wrong.
      let visible = try window.stillScreenshot(for: .milliseconds(30))
      let period = try timeBetweenReturns(of: visible)
      if let period, (expected * 3 / 4...expected * 5 / 4).contains(period) { return }
    }
    throw ScreenDriverError.timedOut(waitingFor: "a caret period of \(expected)")
  }

  /// - Returns: `nil` if the screenshot does not recur twice.
  private func timeBetweenReturns(of visible: Screenshot) throws -> Duration? {
    let start = ContinuousClock.now
    var (appearances, wasVisible): ([Duration], Bool) = ([], true)
    let deadline = Deadline(after: .seconds(4))
    while appearances.count < 2 {
      let isVisible = try window.screenshot() == visible
      if isVisible, !wasVisible { appearances.append(start.duration(to: .now)) }
      wasVisible = isVisible
      if deadline.hasPassed { return nil }
      Deadline(after: .milliseconds(2)).wait()
    }
    return appearances[1] - appearances[0]
  }
}
