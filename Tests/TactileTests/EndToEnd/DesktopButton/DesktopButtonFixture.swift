import Glibc
import Scene
import ScreenDriver
import Testing

/// A running desktop button on its own display.
struct DesktopButtonFixture: ~Copyable {
  let fixture: DialogFixture
  private(set) var window: ScreenWindow
  let input: InputSimulator
  private var client: DialogClient

  /// The diameter of the button, and its distance from the edges of the work area.
  static let (size, margin) = (56, 4)

  /// Starts the button and waits until it is at rest.
  ///
  /// - Parameters:
  ///   - configuration: The text of the configuration file. `nil` for none.
  ///   - monitors: The geometries of the monitors for `xrandr --setmonitor`. Empty for one.
  init(
    _ configuration: String? = nil, under manager: WindowManager = .openbox,
    on server: VirtualDisplay.Server = .xvfb, monitors: [String] = [], environment: [String: String] = [:]
  ) throws {
    let fixture = try DialogFixture(under: manager, server: server)
    for (index, geometry) in monitors.enumerated() {
      try fixture.display.xrandr("--setmonitor", "M\(index)", geometry, index == 0 ? "screen" : "none")
    }
    fixture.display.connection.paintBackground(Self.background)
    mkdir("\(fixture.path)/config", 0o700)
    mkdir("\(fixture.path)/config/tactile", 0o700)
    if let configuration {
      try ScreenDriver.write(configuration, toFile: "\(fixture.path)/config/tactile/button.toml")
    }
    let client = try fixture.startProgram(["button"], with: environment)
    let window = try Self.window(on: fixture)
    let input = try InputSimulator(in: fixture.display.connection.rootWindow)
    _ = try Self.restingCenter(of: window)
    (self.window, self.input) = (window, input)
    self.client = client
    self.fixture = fixture
  }

  static let background: UInt = 0x336699

  private static func window(on fixture: borrowing DialogFixture) throws -> ScreenWindow {
    let connection = fixture.display.connection
    return try Deadline(after: .defaultTimeout).poll(for: "the button") {
      connection.window { $0.classNames.last == "Tactile" }
    }
  }

  var connection: DisplayConnection { fixture.display.connection }
  var configurationPath: String { "\(fixture.path)/config/tactile/button.toml" }

  /// Replaces the configuration file, as editors do.
  func write(_ configuration: String, mode: mode_t = 0o600) throws {
    try ScreenDriver.write(configuration, toFile: "\(configurationPath).new")
    chmod("\(configurationPath).new", mode)
    rename("\(configurationPath).new", configurationPath)
  }

  /// Runs the command with options that control the button.
  func control(_ options: String...) throws -> DialogClient.Result {
    try fixture.run(Program.path, ["button"] + options)
  }

  /// Returns the center of the button on the screen when the program has handled all events and does not move the
  /// window any longer.
  func restingCenter() throws -> PixelPoint { try Self.restingCenter(of: window) }

  private static func restingCenter(of window: ScreenWindow) throws -> PixelPoint {
    var (last, count) = (try window.frame(), 0)
    return try Deadline(after: .defaultTimeout).poll(for: "the button at rest", every: .milliseconds(20)) {
      () throws(ScreenDriverError) in
      // A reply shows that the program has drawn the frames that were due before.
      try window.ping()
      let frame = try window.frame()
      count = frame == last ? count + 1 : 0
      last = frame
      return count == 6 ? frame.center : nil
    }
  }

  /// Waits until the program has handled all events that the server has sent to it, and has sent its requests.
  func waitForEvents() throws { for _ in 1...2 { try window.ping() } }

  /// Waits until the button rests at a point, with a tolerance of a pixel.
  func expect(at expected: PixelPoint, _ comment: Comment? = nil) throws {
    let window = window
    try Deadline(after: .defaultTimeout).poll(for: "the button at \(expected), \(comment ?? "")") {
      () throws(ScreenDriverError) in try window.frame().center.isNear(expected) ? () : nil
    }
    let center = try restingCenter()
    #expect(center.isNear(expected), "\(center) \(expected) \(comment ?? "")")
  }

  /// Drags the button by the primary pointer button, with a pause before the release, so that it is not thrown.
  func drag(to target: PixelPoint) throws {
    try input.drag(
      along: [try restingCenter(), target], lasting: .milliseconds(100), pausing: .milliseconds(60))
  }

  /// Touches the screen at a point, moves the finger at 2,000 pixels per second along a horizontal distance, and lifts
  /// it during the motion.
  func swipe(from start: PixelPoint, by distance: Int) throws {
    let displayDevices = fixture.display.devices
    let devices = try #require(displayDevices)
    // The first movement comes with the touch, so that a busy machine does not make a long press of it.
    try devices.touchscreen.touch(x: Double(start.x), y: Double(start.y), movingBy: 0.05 * Double(distance))
    let (duration, began) = (Double(abs(distance)) / 2000, ContinuousClock.now)
    var progress = 0.0
    while progress < 1 {
      let elapsed = began.duration(to: .now) / .seconds(1)
      progress = distance == 0 ? 1 : min(1, max(0.05, elapsed / duration))
      try devices.touchscreen.touch(
        .update, x: Double(start.x) + Double(distance) * progress, y: Double(start.y))
      if progress < 1 { Deadline(after: .milliseconds(8)).wait() }
    }
    try devices.touchscreen.lift(x: Double(start.x + distance), y: Double(start.y))
  }

  /// Moves the button to the bottom edge, and expects it above a panel there until the panel exits.
  func expectToRestBesidePanel() throws {
    let edge = PixelPoint(x: 640, y: 768)
    _ = try control("--move", "bottom")
    try expect(at: edge)
    var panel = try fixture.start("tint2")
    let window = window
    try Deadline(after: .defaultTimeout).poll(for: "the button above the panel") {
      () throws(ScreenDriverError) in try window.frame().center.y < 760 ? () : nil
    }
    #expect(try restingCenter().x == edge.x)
    panel.process.send(SIGTERM)
    _ = try panel.process.waitForExit(within: .defaultTimeout)
    try expect(at: edge)
  }

  /// Waits until a panel or a menu is open or closed, by the size of the window, and has the keyboard if it is open.
  func expectPanel(isOpen: Bool) throws {
    let window = window
    try Deadline(after: .defaultTimeout).poll(for: isOpen ? "the panel" : "the end of the panel") {
      () throws(ScreenDriverError) in (try window.frame().width > 200) == isOpen ? () : nil
    }
    // It requests the keyboard after the size.
    if isOpen { try waitForEvents() }
  }

  /// Waits until the button is visible or hidden.
  func expectVisible(_ isVisible: Bool, _ what: String) throws {
    let window = window
    try Deadline(after: .defaultTimeout).poll(for: what) { window.isViewable == isVisible ? () : nil }
  }

  /// Waits until the button has a diameter, by the size of the window.
  func expectSize(_ diameter: Int) throws {
    let window = window
    // The rest is the shadow on both sides.
    let extra = 164 - Self.size
    try Deadline(after: .defaultTimeout).poll(for: "the diameter \(diameter)") {
      () throws(ScreenDriverError) in
      try window.frame().width == diameter + extra ? () : nil
    }
  }

  /// Waits until another window has the keyboard focus.
  func expectFocus(of other: ScreenWindow) throws {
    try Deadline(after: .defaultTimeout).poll(for: "the focus") {
      other.isActive && other.hasInputFocus ? () : nil
    }
  }

  /// Waits until a file in the home directory has a text.
  func expectFile(_ name: String, _ text: String) throws {
    let path = "\(fixture.path)/\(name)"
    try Deadline(after: .defaultTimeout).poll(for: "the file '\(name)'") {
      (try? contents(ofFile: path)) == text ? () : nil
    }
  }

  var pid: Int32 { client.process.pid }

  mutating func waitForExit() throws -> ChildProcess.TerminationReason {
    try client.process.waitForExit(within: .defaultTimeout)
  }

  /// Ends the button and starts it again.
  mutating func restart() throws {
    _ = try control("--quit")
    _ = try waitForExit()
    client = try fixture.startProgram(["button"])
    window = try Self.window(on: fixture)
  }

  /// Waits until the output of errors contains a text as often as expected.
  func expectError(_ text: String, count: Int = 1) throws {
    let path = client.errorPath
    _ = try Deadline(after: .defaultTimeout).poll(for: "the error '\(text)'") {
      () throws(ScreenDriverError) in
      try contents(ofFile: path).ranges(of: text).count == count ? () : nil
    }
  }

  /// The messages of the program.
  func errors() throws -> String { try contents(ofFile: client.errorPath) }
}

extension PixelPoint {
  func isNear(_ other: PixelPoint) -> Bool { abs(x - other.x) <= 1 && abs(y - other.y) <= 1 }
}
