public import ArgumentParser
public import Controls
import System
import Windowing

extension SnapMode: ExpressibleByArgument {}
extension FloatingButton.Shape: ExpressibleByArgument {}
extension FloatingButton.DragMode: ExpressibleByArgument {}
extension FloatingButton.TapMode: ExpressibleByArgument {}
extension ControlArrowBehavior: ExpressibleByArgument {}
extension DuplicatePolicy: ExpressibleByArgument {
  static let help = ArgumentHelp(
    "How to handle a duplicate token: allow it, refuse it, or move the existing one.", valueName: "POLICY")
}

/// The values of `--dim`: when the button dims.
enum DimOption: String, CaseIterable, ExpressibleByArgument {
  case idle, never
}

/// The values of `--theme`: the color scheme of the window.
enum ThemeOption: String, CaseIterable, ExpressibleByArgument {
  case system, light, dark

  /// The fixed color scheme. `nil` follows the desktop setting.
  var colorScheme: DesktopSettings.ColorScheme? {
    switch self {
    case .system: nil
    case .light: .light
    case .dark: .dark
    }
  }
}

/// The parser of `--delimiters`: the characters and events that turn text into a token.
enum DelimiterOption {
  private static let delimiters: [(name: String, value: TokenDelimiters)] = [
    ("comma", .comma), ("semicolon", .semicolon), ("space", .space), ("enter", .enter),
    ("tab", .tab), ("focus-loss", .focusLoss),
  ]

  /// The names of all delimiters.
  static let names = delimiters.map(\.name)

  /// Parses a comma-separated list.
  ///
  /// - Throws: `ValidationError` with the valid names.
  static func parse(_ list: String) throws -> TokenDelimiters {
    try list.split(separator: ",", omittingEmptySubsequences: false).reduce(into: []) { result, word in
      guard let match = delimiters.first(where: { $0.name == word }) else {
        throw ValidationError("use a comma-separated list of \(names.joined(separator: ", "))")
      }
      result.insert(match.value)
    }
  }
}

/// The parser of `--scale` and of the environment variable `TACTILE_SCALE`: device pixels per logical
/// pixel.
enum ScaleOption {
  static let variable = "TACTILE_SCALE"

  static let validRange = 0.5...8.0

  static let help = ArgumentHelp(
    "Device pixels per logical pixel (0.5 to 8). Default: TACTILE_SCALE, then the desktop scale.",
    valueName: "N")

  static func parse(_ text: String) throws -> Double {
    // `Double` would also accept hexadecimal digits.
    let isDecimal = text.allSatisfy { "0123456789.".contains($0) }
    guard isDecimal, let scale = Double(text), validRange.contains(scale) else {
      throw ValidationError("use a decimal number from 0.5 to 8")
    }
    return scale
  }
}

/// The value of `--reveal-timeout` and `--clipboard-timeout`: a number of seconds, or "never".
struct TimeoutOption: ExpressibleByArgument, Hashable {
  /// The timeout. `nil` means no limit.
  let timeout: Duration?

  static let reveal = TimeoutOption(timeout: .seconds(30))
  static let clipboard = TimeoutOption(timeout: .seconds(60))
  /// The accepted values, in seconds. The maximum is one day.
  static let validRange = 1...86_400

  private init(timeout: Duration?) { self.timeout = timeout }

  init?(argument: String) {
    if argument == "never" {
      timeout = nil
    } else if let seconds = Int(argument), Self.validRange.contains(seconds) {
      timeout = .seconds(seconds)
    } else {
      return nil
    }
  }

  var defaultValueDescription: String {
    timeout.map { "\($0.components.seconds)" } ?? "never"
  }
}

/// The parser of `--geometry`: the size and position of the window.
enum GeometryOption {
  static func parse(_ text: String) throws -> WindowGeometry {
    guard let geometry = WindowGeometry(text) else {
      throw ValidationError("use WIDTHxHEIGHT, +X+Y, or both, for example 960x640+10+20")
    }
    return geometry
  }
}
