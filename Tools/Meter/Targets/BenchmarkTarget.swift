import Scene
import ScreenDriver

/// A program under measurement, with the positions of the controls in its window.
struct BenchmarkTarget {
  /// The name on the command line and in the table.
  var name: String
  /// The path, or a name to look up in `PATH`.
  var program: String
  var arguments: [String] = []
  var environment: [String: String] = [:]
  /// The color by which the dragged button is found.
  var buttonColor = ColorMatch(Color(hex: 0xE53935), tolerance: 30)
  var hasButton = true
  /// A position in a text field, in device pixels.
  var fieldPosition = PixelPoint(x: 200, y: 34)
  /// A position in a field for tokens. `nil` if the program has none.
  var tokenFieldPosition: PixelPoint?
  /// Whether the caret stops blinking by itself.
  var stopsBlinking = false
  /// The extensions that the recording proxy hides from the program. The program would send file
  /// descriptors with them, which the proxy does not forward, and would wait forever.
  var hiddenExtensions: Set<String> = []
  /// The environment variable with the path of the frame log. `nil` if the program has no such log.
  var frameLogVariable: String?
  /// The option that opens the lines of a file as tokens, and the number of Tab presses that move
  /// the focus to the tokens. `nil` if the program has no such option.
  var longList: (option: String, tabs: Int)?

  /// Returns the area around the caret, which the observer ignores because the caret blinks.
  ///
  /// - Parameter width: The width of the window in device pixels.
  func caretBand(width: Int) -> PixelRect {
    PixelRect(x: 0, y: max(0, fieldPosition.y - 30), width: width, height: 60)
  }
}

extension BenchmarkTarget {
  /// Returns the target for Tactile itself.
  ///
  /// - Parameters:
  ///   - program: The path of the program.
  ///   - scale: The number of device pixels per logical pixel.
  static func tactile(_ program: String, scale: Int = 1) -> BenchmarkTarget {
    BenchmarkTarget(
      name: "tactile", program: program,
      arguments: ["--scale", "\(scale)", "--geometry", "\(960 * scale)x\(640 * scale)"],
      buttonColor: ColorMatch(AccentColors.light.red, tolerance: 30),
      fieldPosition: PixelPoint(x: 200 * scale, y: 143 * scale),
      tokenFieldPosition: PixelPoint(x: 200 * scale, y: 556 * scale), stopsBlinking: true,
      frameLogVariable: "TACTILE_FRAME_LOG", longList: (option: "--tokens", tabs: 6))
  }
}
