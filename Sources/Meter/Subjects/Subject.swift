import Scene
import ScreenDriver

/// A program that is measured, and where in its window things are.
struct Subject {
  /// As it is called on the command line and in the table.
  var name: String
  /// A path, or a name to look up in `PATH`.
  var program: String
  var arguments: [String] = []
  var environment: [String: String] = [:]
  /// Of the button that is dragged; by it the button is found.
  var buttonColor = ColorMatch(Color(hex: 0xE53935), tolerance: 30)
  var hasButton = true
  /// A place in a text field, in device pixels.
  var field = PixelPoint(x: 200, y: 34)
  /// Whether the caret stops blinking by itself.
  var stopsBlinking = false
  /// What it is not told of while its requests are counted, since it would send descriptors there,
  /// which the recording proxy does not pass on, and wait for ever.
  var hiddenExtensions: Set<String> = []
  /// What in the environment names the file to which it logs its frames; `nil` where it logs none.
  var frameLogVariable: String?
  /// How it is told to open with the lines of a file as tokens, and how often Tab is pressed then to
  /// be among them; `nil` where it has no such thing.
  var longList: (option: String, tabs: Int)?

  /// What is drawn about the caret while nothing is typed.
  ///
  /// - Parameter width: The window's.
  func caretBand(width: Int) -> PixelRect {
    PixelRect(x: 0, y: max(0, field.y - 30), width: width, height: 60)
  }
}

extension Subject {
  /// Tactile itself.
  ///
  /// - Parameters:
  ///   - program: Its path.
  ///   - scale: Device pixels to a logical one.
  static func tactile(_ program: String, scale: Int = 1) -> Subject {
    Subject(
      name: "tactile", program: program,
      arguments: ["--scale", "\(scale)", "--geometry", "\(960 * scale)x\(640 * scale)"],
      buttonColor: ColorMatch(AccentColors.light.red, tolerance: 30),
      field: PixelPoint(x: 200 * scale, y: 60 * scale), stopsBlinking: true,
      frameLogVariable: "TACTILE_FRAME_LOG", longList: (option: "--tokens", tabs: 6))
  }
}
