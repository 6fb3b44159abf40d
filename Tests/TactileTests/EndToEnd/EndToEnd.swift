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
  /// What is to be seen once the program has taken in all input and nothing moves any more.
  func settledPicture() throws -> Screenshot {
    try window.ping()
    return try window.stillScreenshot()
  }

  /// Does something and waits until it has changed more of the window than a caret that blinks.
  func expectSight(_ what: String, of act: (Hand) throws -> Void) throws {
    let before = try window.stillScreenshot()
    try act(hand)
    _ = try window.see(what) { ($0.difference(from: before)?.width ?? 0) > 24 ? () : nil }
  }

  /// Where the button comes to rest, in device pixels.
  func restingButton(_ color: Color = Program.colors.red) throws -> PixelRect {
    try #require(try settledPicture().floatingButton(color), "no button to be seen")
  }

  /// Waits until the button has come to rest at a place.
  func expectButton(at place: PixelRect, _ color: Color = Program.colors.red) throws {
    // To look around that place alone is many times faster.
    let part = place.outset(by: 8)
    let origin = (x: max(0, part.x), y: max(0, part.y))
    _ = try window.see("the button at \(place)", in: part) {
      $0.floatingButton(color)?.offset(x: origin.x, y: origin.y) == place ? () : nil
    }
    #expect(try restingButton(color) == place)
  }

  /// Presses the resting button in its middle until it is lifted, as it is while it is dragged.
  func pickUp(_ rest: PixelRect) throws {
    try hand.move(to: rest.center)
    hand.press()
    _ = try window.see("the button lifted") { picture in
      picture.floatingButton(Program.colors.red).flatMap { $0.height > rest.height ? $0 : nil }
    }
  }

  /// Waits until so many green marks are to be seen.
  func expectGreenMarks(_ count: Int) throws {
    _ = try window.see("\(count) green marks") { picture in
      picture.marks(Program.colors.green).count == count ? () : nil
    }
  }

  /// Goes from the first password field to the token field, leaving its caret before all tokens.
  func focusTokenField() throws {
    try hand.tap("Tab", times: 6)
    try hand.tap("End")
    try hand.tap("Home")
  }

  /// Presses a key and tells where the caret then stands, in device pixels from the left; `nil`
  /// where it has not moved.
  func caret(after key: String, with modifiers: [Hand.ModifierKey] = []) throws -> Int? {
    _ = try settledPicture()
    let (hand, window) = (hand, window)
    return try window.caret(Program.colors.blue) { () throws(ScreenDriverError) in
      try hand.tap(key, with: modifiers)
    }
  }
}
