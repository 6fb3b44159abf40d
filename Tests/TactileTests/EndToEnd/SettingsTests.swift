import Controls
import Scene
import ScreenDriver
import Testing

extension `The program` {
  @Suite struct `follows the desktop` {
    @Test func `to twice the scale and back, with the caret where it was`() throws {
      let sitting = try Sitting(
        Sitting.Setup(program: Program.path, screen: (width: 2200, height: 1500)))
      let button = try sitting.restingButton()
      try sitting.hand.type("Passw0rd!")
      try sitting.expectGreenMarks(5)
      let before = try sitting.settledPicture()
      sitting.display.connection.setResources("Xft.dpi: 192\n")
      try sitting.expectWidth(1920)
      let large = try sitting.restingButton()
      #expect(large.maxX == 1920 - 16 && abs(large.width - 2 * button.width) <= 2)
      #expect(abs(large.center.y - 2 * button.center.y) <= 2)
      #expect(try #require(sitting.window.minimumSize) == (960, 840))
      sitting.display.connection.setResources(nil)
      try sitting.expectWidth(960)
      // But for the caret, which blinks.
      _ = try sitting.window.see("the window as it was") {
        ($0.difference(from: before)?.width ?? 0) <= 4 ? () : nil
      }
    }

    @Test(arguments: [400, 1200]) func `in how fast the caret blinks`(period: Int) throws {
      let sitting = try Program.start()
      let manager = try SettingsManager(
        at: sitting.display.name, ["Net/CursorBlinkTime": .integer(Int32(period))])
      let seen = try sitting.caretPeriod() / .milliseconds(1)
      #expect(abs(seen - Double(period)) < Double(period) / 4)
      withExtendedLifetime(manager) {}
    }

    @Test func `in whether the caret blinks, and in its font`() throws {
      let sitting = try Program.start()
      let steady: [String: SettingsBlob.Value] = ["Net/CursorBlink": .integer(0)]
      let manager = try SettingsManager(at: sitting.display.name, steady)
      // Longer than the caret of a desktop that says nothing stays on.
      let usual = try sitting.window.stillScreenshot(for: .milliseconds(600))
      manager.publish(steady.merging(["Gtk/FontName": .string("Inter Display 11")]) { $1 })
      let title = PixelRect(x: 0, y: 0, width: 480, height: 80)
      let plain = try sitting.window.see("the title in another font", in: title) { picture in
        picture.difference(from: usual.part(title)) == nil ? nil : picture
      }
      manager.publish(steady.merging(["Gtk/FontName": .string("No Such Family 11")]) { $1 })
      _ = try sitting.window.see("the title in the font of the house") { $0 == usual ? () : nil }
      #expect(plain.difference(from: usual.part(title)).map { $0.width > 60 } == true)
    }

    @Test func `in how far a press may wander`() throws {
      let sitting = try Program.start()
      let button = try sitting.restingButton()
      let manager = try SettingsManager(
        at: sitting.display.name, ["Net/DndDragThreshold": .integer(30)])
      try sitting.window.ping()
      try sitting.hand.move(to: button.center)
      sitting.hand.press()
      try sitting.hand.move(
        along: [button.center, button.center.offset(x: -20, y: 0)], lasting: .milliseconds(60))
      sitting.hand.release()
      try sitting.expectButton(at: button, Program.colors.green)
      withExtendedLifetime(manager) {}
    }

    @Test func `W3 into the dark and back, by the portal`() throws {
      let bus = try SessionBusProcess()
      let portal = try PortalStandIn(on: bus)
      let sitting = try Program.start(environment: ["DBUS_SESSION_BUS_ADDRESS": bus.address])
      try portal.answer(["color-scheme": .unsigned(1)])
      let dark = AccentColors.dark
      _ = try sitting.window.see("the dark") { $0.floatingButton(dark.red) }
      try portal.change("color-scheme", to: .unsigned(2))
      _ = try sitting.window.see("the light") { picture in
        picture.bounds(of: ColorMatch(Program.colors.red, tolerance: 0), minimumRun: 24)
      }
    }

    @Test func `from the start, where it is known then`() throws {
      let sitting = try Program.start(environment: ["TACTILE_SCALE": "1.25"])
      #expect(try sitting.window.frame().width == 1200)
    }
  }
}

extension Sitting {
  fileprivate func expectWidth(_ width: Int) throws {
    try Deadline(after: .patience).poll(for: "a window \(width) pixels wide") {
      (try? window.frame().width) == width ? () : nil
    }
  }

  /// From one full appearance of the caret in the first field to the next.
  fileprivate func caretPeriod() throws -> Duration {
    // A key shows it, and it blinks for a while.
    try hand.tap("Home")
    try window.ping()
    let deadline = Deadline(after: .seconds(9))
    while !deadline.hasPassed {
      // Where the machine stands still, so does a caret that fades: that picture never comes back.
      let shown = try window.stillScreenshot(for: .milliseconds(30))
      if let period = try timeBetweenReturns(of: shown) { return period }
    }
    throw ScreenDriverError.timedOut(waitingFor: "the caret")
  }

  /// - Returns: `nil` where the picture is not seen twice again.
  private func timeBetweenReturns(of shown: Screenshot) throws -> Duration? {
    let start = ContinuousClock.now
    var (appearances, wasShown): ([Duration], Bool) = ([], true)
    let deadline = Deadline(after: .seconds(4))
    while appearances.count < 2 {
      let isShown = try window.screenshot() == shown
      if isShown, !wasShown { appearances.append(start.duration(to: .now)) }
      wasShown = isShown
      if deadline.hasPassed { return nil }
      Deadline(after: .milliseconds(2)).wait()
    }
    return appearances[1] - appearances[0]
  }
}
