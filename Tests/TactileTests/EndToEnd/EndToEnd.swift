import Controls
import Glibc
import Scene
import ScreenDriver
import Testing

/// The built program, operated by pointer and keys on its own display. The tests run one after the
/// other, because they run in real time.
@Suite(.serialized) struct `Tactile program` {}

/// The program under test.
enum Program {
  /// The path in the environment variable `TACTILE_BINARY`, or else of the program that was built
  /// with the tests.
  static var path: String {
    if let path = getenv("TACTILE_BINARY") { return String(cString: path) }
    let bundle = CommandLine.arguments.first { $0.hasSuffix(".xctest") } ?? ""
    return bundle.split(separator: "/", omittingEmptySubsequences: false).dropLast()
      .joined(separator: "/") + "/tactile"
  }

  /// Starts the program on its own display and waits until its button is visible.
  static func start(
    _ arguments: [String] = [], under manager: WindowManager = .openbox,
    environment: [String: String] = [:]
  ) throws -> AppSession {
    let session = try AppSession(
      AppSession.Configuration(
        program: path, arguments: arguments, windowManager: manager, environment: environment))
    _ = try session.window.waitFor("the red button") { $0.floatingButton(colors.red) }
    return session
  }

  /// The accent colors of the light theme.
  static let colors = AccentColors.light
}

extension AppSession {
  /// Returns a screenshot after the program has handled all input and no longer animates.
  func settledScreenshot() throws -> Screenshot { try window.settledScreenshot() }

  /// Returns a screenshot after the strength of the password in the first field is shown, which the program estimates
  /// after a pause in typing.
  func screenshotWithStrength() throws -> Screenshot {
    let text = ColorMatch(Theme.light.colors.text, tolerance: 60)
    _ = try window.waitFor("the strength", in: Self.strengthArea) { $0.bounds(of: text) }
    return try settledScreenshot()
  }

  /// The area of the strength of the password: at the right of the requirements.
  private static let strengthArea = PixelRect(x: 260, y: 180, width: 220, height: 100)

  /// Performs an action and waits until it has changed more of the window than a blinking caret.
  func expectChange(_ what: String, after action: (InputSimulator) throws -> Void) throws {
    let before = try settledScreenshot()
    try action(input)
    _ = try window.waitFor(what) { ($0.difference(from: before)?.width ?? 0) > 24 ? () : nil }
  }

  /// Returns the frame of the button at rest, in device pixels.
  func restingButton(_ color: Color = Program.colors.red) throws -> PixelRect {
    let picture = try window.settledScreenshot(ignoresCaret: true)
    let colors = Program.colors
    return try #require(
      picture.floatingButton(color),
      "no button of this color is visible; red: \(String(describing: picture.floatingButton(colors.red))), green: \(String(describing: picture.floatingButton(colors.green)))"
    )
  }

  /// Waits until the button is at rest with the given frame.
  func expectButton(at frame: PixelRect, _ color: Color = Program.colors.red) throws {
    // Searching near that frame only is many times faster.
    let area = frame.outset(by: 8)
    let origin = (x: max(0, area.x), y: max(0, area.y))
    _ = try window.waitFor("the button at \(frame)", in: area) {
      $0.floatingButton(color)?.offset(x: origin.x, y: origin.y) == frame ? () : nil
    }
    #expect(try restingButton(color) == frame)
  }

  /// Throws the button from the trailing edge so far that it would snap to the leading edge without its velocity, too,
  /// which a busy machine may change.
  func throwToLeadingEdge(from restFrame: PixelRect) throws {
    try startDrag(of: restFrame)
    try input.fling(from: restFrame.center, at: (dx: -2000, dy: 0), moving: .milliseconds(320))
  }

  /// Presses the center of the resting button until it has the scale of a drag.
  func startDrag(of restFrame: PixelRect) throws {
    try input.move(to: restFrame.center)
    input.press()
    _ = try window.waitFor("the enlarged button") { picture in
      picture.floatingButton(Program.colors.red).flatMap { $0.height > restFrame.height ? $0 : nil }
    }
  }

  /// Waits until the given number of green icons is visible.
  func expectGreenIcons(_ count: Int) throws {
    _ = try window.waitFor("\(count) green icons") { picture in
      picture.icons(Program.colors.green).count == count ? () : nil
    }
  }

  /// Moves the focus from the first password field to the token field, and the caret before all
  /// tokens.
  func focusTokenField() throws {
    try input.tap("Tab", times: 6)
    try input.tap("End")
    try input.tap("Home")
  }

  /// Presses a key and returns the new position of the caret, in device pixels from the left.
  ///
  /// - Returns: `nil` if the caret has not moved.
  func caret(after key: String, with modifiers: [InputSimulator.ModifierKey] = []) throws -> Int? {
    _ = try settledScreenshot()
    let (input, window) = (input, window)
    return try window.caret(Program.colors.blue) { () throws(ScreenDriverError) in
      try input.tap(key, with: modifiers)
    }
  }
}
