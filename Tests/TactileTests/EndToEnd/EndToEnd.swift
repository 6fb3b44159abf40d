import Glibc
import Scene
import ScreenDriver
import Testing

/// The finished program, worked by real pointer and keys on a display of its own. One test after
/// the other, because real time passes in them.
@Suite(.serialized) struct `The program` {}

/// The program under test.
enum Program {
  /// `TACTILE_BINARY` of the environment, else what was built beside the tests.
  static var path: String {
    if let path = getenv("TACTILE_BINARY") { return String(cString: path) }
    let bundle = CommandLine.arguments.first { $0.hasSuffix(".xctest") } ?? ""
    return bundle.split(separator: "/", omittingEmptySubsequences: false).dropLast()
      .joined(separator: "/") + "/tactile"
  }

  /// Starts it on a display of its own and waits until its button is to be seen.
  static func start(
    _ arguments: [String] = [], under manager: WindowManager = .openbox,
    environment: [String: String] = [:]
  ) throws -> Sitting {
    let sitting = try Sitting(
      Sitting.Setup(
        program: path, arguments: arguments, windowManager: manager, environment: environment))
    _ = try sitting.window.see("the red button") { $0.floatingButton(colors.red) }
    return sitting
  }

  /// The light theme's.
  static let colors = AccentColors.light
}

extension Sitting {
  /// Where the button comes to rest, in device pixels.
  func restingButton(_ color: Color = Program.colors.red) throws -> PixelRect {
    try #require(try window.stillScreenshot().floatingButton(color), "no button to be seen")
  }

  /// Waits until so many green marks are to be seen.
  func expectGreenMarks(_ count: Int) throws {
    _ = try window.see("\(count) green marks") { picture in
      picture.marks(Program.colors.green).count == count ? () : nil
    }
  }

  /// Goes from the first password field to the token field, leaving its caret before all tokens.
  func focusTokenField() throws {
    try hand.tap("Tab", times: 5)
    try hand.tap("End")
    try hand.tap("Home")
  }

  /// Presses a key and tells where the caret then stands, in device pixels from the left; `nil`
  /// where it has not moved.
  func caret(after key: String, with modifiers: [Hand.ModifierKey] = []) throws -> Int? {
    _ = try window.stillScreenshot()
    let (hand, window) = (hand, window)
    return try window.caret(Program.colors.blue) { () throws(ScreenDriverError) in
      try hand.tap(key, with: modifiers)
    }
  }
}
