import ControlTestSupport
import Controls
import Motion
import Scene
import ScreenDriver
import TestSupport
import Testing

@testable import Gallery
@testable import Knob

/// The programs in `Examples`, with simulated input on a display with a window manager.
@Suite(.serialized) struct `Example programs` {
  private func start(_ name: String, _ arguments: [String] = [], height: Int = 800) throws -> AppSession {
    let bundle = CommandLine.arguments.first { $0.hasSuffix(".xctest") } ?? ""
    let directory = bundle.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    return try AppSession(
      AppSession.Configuration(
        program: directory.joined(separator: "/") + "/" + name, arguments: arguments, screen: (1280, height)))
  }

  /// Waits until a window differs in more than a blinking caret, and returns its image.
  @discardableResult private func waitForChange(of window: ScreenWindow, from initial: Screenshot) throws
    -> Screenshot
  {
    try window.waitFor("a change of the window") { screenshot in
      (screenshot.difference(from: initial)?.width ?? 0) > 20 ? screenshot : nil
    }
  }

  @Test func `Greetings edits tokens and copies a greeting to the clipboard`() throws {
    var session = try start("Greetings")
    let reader = try SelectionReader(on: session.display.name)
    for (address, greeting) in [
      ("bob@example.org", "Hello, bob@example.org, ada@example.org!"),
      ("eve@example.org", "Hello, eve@example.org!"),
    ] {
      try session.input.type(address + ",")
      // From the field to the button, and back.
      try session.input.tap("Tab")
      try session.input.tap("space")
      try Deadline(after: .defaultTimeout).poll(for: "the greeting in the clipboard") {
        () throws(ScreenDriverError) in
        try reader.read("UTF8_STRING").text == greeting ? () : nil
      }
      try session.input.tap("Tab")
      try session.input.tap("a", with: [.control])
      try session.input.tap("BackSpace")
    }
    session.window.requestClose()
    let reason = try session.program.waitForExit(within: .defaultTimeout)
    #expect(reason == .exited(0))
  }

  @Test func `Signup shows the strength and accepts a password`() throws {
    var session = try start("Signup")
    let initial = try session.window.screenshot()
    try session.input.type("correct-horse-battery")
    try waitForChange(of: session.window, from: initial)
    let filled = try session.window.screenshot()
    try session.input.tap("Return")
    try session.input.type("correct-horse-battery")
    try session.input.tap("Return")
    try waitForChange(of: session.window, from: filled)
    session.window.requestClose()
    #expect(try session.program.waitForExit(within: .defaultTimeout) == .exited(0))
  }

  @Test func `Knob turns by a drag and by keys, and a double click resets it`() throws {
    var session = try start("Knob")
    let initial = try session.window.stillScreenshot()
    try session.input.tap("End")
    try waitForChange(of: session.window, from: initial)
    try session.input.tap("Home")
    let low = try session.window.stillScreenshot()
    let path = [PixelPoint(x: 80, y: 90), PixelPoint(x: 80, y: 40)]
    try session.input.drag(along: path, lasting: .milliseconds(100), pausing: .milliseconds(600))
    try waitForChange(of: session.window, from: low)
    try session.input.click(at: PixelPoint(x: 80, y: 90), times: 2)
    _ = try session.window.waitFor("the default value") { $0.difference(from: initial) == nil ? () : nil }
    session.window.requestClose()
    #expect(try session.program.waitForExit(within: .defaultTimeout) == .exited(0))
  }

  @Test func `W2 Knob keeps the invariants of all controls`() throws {
    for input in [VolumeKnob.Input.none, .keys, .drag, .reset] {
      try LawsAfterInput(in: Rect(x: 0, y: 0, width: 160, height: 160)) { reducesMotion in
        let environment = Environment(text: FixedTextMetrics(), reducesMotion: reducesMotion)
        var knob = ControlHarness(VolumeKnob(50, in: environment))
        knob.control.layOut(at: Point(x: 24, y: 24), width: 112, at: .zero)
        knob.control.focus(0, at: .zero)
        knob.perform(input)
        return knob
      }.checkAll()
    }
  }

  @Test(arguments: [[], ["--dark"]])
  func `Gallery reacts to input on each control`(arguments: [String]) throws {
    var session = try start("Gallery", arguments)
    // A button, the large button, the switch, the slider and the segments.
    let controls = [(170, 86), (120, 141), (370, 195), (300, 241), (200, 287)]
    // The lanes of all motions, except of the rubber band.
    let lanes = [0, 1, 2, 3, 5].map { (812 + 59 * $0, 251) }
    for (x, y) in controls + lanes {
      let initial = try session.window.stillScreenshot()
      try session.input.click(at: PixelPoint(x: x, y: y))
      try waitForChange(of: session.window, from: initial)
    }
    let still = try session.window.stillScreenshot()
    // From above the upper end of the lane to its lower half.
    let pull = [(1048, 134), (1048, 71), (1048, 341)].map { PixelPoint(x: $0, y: $1) }
    try session.input.drag(along: pull, lasting: .milliseconds(300))
    try waitForChange(of: session.window, from: still)
    let beforeTyping = try session.window.stillScreenshot()
    try session.input.click(at: PixelPoint(x: 370, y: 339))
    try session.input.type("bob@example.org,")
    try waitForChange(of: session.window, from: beforeTyping)
    try revealPassword(session)
    session.window.requestClose()
    #expect(try session.program.waitForExit(within: .defaultTimeout) == .exited(0))
  }

  @Test func `Gallery describes each of its motions, and plays it for an assistive program`() throws {
    let environment = Environment(text: FixedTextMetrics())
    let frame = Rect(x: 0, y: 0, width: 360, height: 356)
    for index in MotionStage.Kind.allCases.indices {
      var stage = ControlHarness(MotionStage(in: environment))
      stage.control.layOut(at: .zero, width: frame.width, at: .zero)
      var tree = AccessibleTree(.outline)
      stage.control.describe(into: &tree, at: .zero)
      #expect(tree.entries.missing(in: frame) { stage.control.pointerShape(over: $0, at: .zero) }.isEmpty)
      #expect(stage.control.nextChange(after: .zero) == nil)
      stage.send(.accessibility(AccessibilityRequest(.perform("press"), of: [.part(0), .part(index)])))
      #expect(stage.control.nextChange(after: .zero) != nil)
    }
  }

  /// Types a password into the form of the gallery and reveals it.
  private func revealPassword(_ session: borrowing AppSession) throws {
    try session.input.click(at: PixelPoint(x: 500, y: 127))
    _ = try session.window.stillScreenshot()
    try session.input.type("ill")
    let field = PixelRect(x: 412, y: 122, width: 200, height: 24)
    let masked = try session.window.stillScreenshot()
    try session.input.click(at: PixelPoint(x: 735, y: 127))
    let text = try session.window.waitFor("the text of the password") { screenshot in
      let ink = screenshot.difference(from: masked)?.intersection(field)
      return ink.map { $0.width > 4 ? $0 : nil } ?? nil
    }
    #expect(text.width > 4)
  }

  /// Opens the menu of the window `Order` with a click and returns it.
  private func openMenu(_ session: borrowing AppSession, _ order: ScreenWindow) throws -> ScreenWindow {
    try InputSimulator(in: order).click(at: PixelPoint(x: 60, y: 75))
    return try Deadline(after: .defaultTimeout).poll(for: "the menu") {
      session.display.connection.window(titled: "Flavors")
    }
  }

  private func window(_ title: String, _ session: borrowing AppSession) throws -> ScreenWindow {
    try Deadline(after: .defaultTimeout).poll(for: "the window \(title)") {
      session.display.connection.window(titled: title)
    }
  }

  /// Chooses in the menu by keys.
  private func choose(_ index: Int, _ session: borrowing AppSession, _ order: ScreenWindow) throws {
    let menu = try openMenu(session, order)
    try session.input.tap("Down", times: index)
    try session.input.tap("space")
    try Deadline(after: .defaultTimeout).poll(for: "the menu to close") { menu.isViewable ? nil : () }
  }

  @Test func `Flavors shows the choice of a menu in the other window`() throws {
    let session = try start("Flavors")
    let (order, receipt) = (try window("Order", session), try window("Receipt", session))
    order.activate()
    let initial = try receipt.stillScreenshot()
    let menu = try openMenu(session, order)
    let (frame, owner) = (try menu.frame(), try order.frame())
    #expect(frame.x == owner.x + 20 && frame.y > owner.y + 60 && frame.width == 200)
    // Below the last of the three buttons, there is as much space as above the first.
    #expect(frame.height > 140 && frame.height < 200)
    try InputSimulator(in: menu).click(at: PixelPoint(x: 60, y: 30))
    try Deadline(after: .defaultTimeout).poll(for: "the menu to close") { menu.isViewable ? nil : () }
    let vanilla = try waitForChange(of: receipt, from: initial)
    try choose(2, session, order)
    try waitForChange(of: receipt, from: vanilla)
    try choose(0, session, order)
    _ = try receipt.waitFor("the first choice") { $0.difference(from: vanilla) == nil ? () : nil }
  }

  @Test func `Flavors closes the menu on Escape and on a press outside of it`() throws {
    let session = try start("Flavors")
    let (order, receipt) = (try window("Order", session), try window("Receipt", session))
    order.activate()
    let initial = try receipt.stillScreenshot()
    let first = try openMenu(session, order)
    try session.input.tap("Escape")
    try Deadline(after: .defaultTimeout).poll(for: "the menu to close") { first.isViewable ? nil : () }
    let second = try openMenu(session, order)
    // A press on the button closes the menu and does not open it again.
    try InputSimulator(in: order).click(at: PixelPoint(x: 60, y: 75))
    try Deadline(after: .defaultTimeout).poll(for: "the menu to close") { second.isViewable ? nil : () }
    try order.ping()
    #expect(session.display.connection.window(titled: "Flavors") == nil)
    #expect(try receipt.screenshot().difference(from: initial) == nil)
  }

  @Test func `Flavors runs until both windows are closed`() throws {
    var session = try start("Flavors")
    let (order, receipt) = (try window("Order", session), try window("Receipt", session))
    receipt.requestClose()
    try Deadline(after: .defaultTimeout).poll(for: "the receipt to close") { receipt.isViewable ? nil : () }
    order.activate()
    let menu = try openMenu(session, order)
    try InputSimulator(in: menu).click(at: PixelPoint(x: 60, y: 30))
    try Deadline(after: .defaultTimeout).poll(for: "the menu to close") { menu.isViewable ? nil : () }
    try order.ping()
    order.requestClose()
    let reason = try session.program.waitForExit(within: .defaultTimeout)
    #expect(reason == .exited(0))
  }
}

extension VolumeKnob {
  fileprivate enum Input { case none, keys, drag, reset }
}

extension ControlHarness<VolumeKnob> {
  fileprivate mutating func perform(_ input: VolumeKnob.Input) {
    switch input {
    case .none: break
    case .keys:
      press(.end)
      advance(by: .milliseconds(60))
      press(.pageDown)
    case .drag:
      press(at: control.frame.center)
      drag(to: pointer + Vector(dx: 0, dy: -30), over: .milliseconds(80))
      release()
    case .reset:
      press(.home)
      click(control.frame.center)
      click(control.frame.center)
    }
  }
}
