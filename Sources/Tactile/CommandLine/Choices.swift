public import ArgumentParser
public import Controls
import X11Shell

extension SnapMode: ExpressibleByArgument {}
extension FloatingButton.Shape: ExpressibleByArgument {}
extension FloatingButton.DragMode: ExpressibleByArgument {}
extension FloatingButton.TapMode: ExpressibleByArgument {}
extension DuplicatePolicy: ExpressibleByArgument {}

/// `--dim`
enum DimOption: String, CaseIterable, ExpressibleByArgument {
  case idle, never
}

/// `--theme`
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

/// `--control-arrow`
enum ControlArrowOption: String, CaseIterable, ExpressibleByArgument {
  /// Moves to the ends of the field, as the original design does with Command on a Mac.
  case seed
  /// Moves past one token, as other GTK programs move past a word.
  case gtk

  var controlArrow: ControlArrow {
    switch self {
    case .seed: .ends
    case .gtk: .token
    }
  }
}

/// `--delimiters`
enum DelimiterOption {
  private static let names: [(String, TokenDelimiters)] = [
    ("comma", .comma), ("semicolon", .semicolon), ("space", .space), ("enter", .enter),
    ("tab", .tab), ("leaving", .leaving),
  ]

  static func parse(_ list: String) throws -> TokenDelimiters {
    try list.split(separator: ",").reduce(into: []) { delimiters, name in
      guard let match = names.first(where: { $0.0 == name }) else {
        throw ValidationError(
          "use a comma-separated list of \(names.map(\.0).joined(separator: ", "))")
      }
      delimiters.insert(match.1)
    }
  }
}

/// `--scale`, and the environment variable `TACTILE_SCALE`
enum ScaleOption {
  static let variable = "TACTILE_SCALE"

  static let validRange = 0.5...8.0

  static func parse(_ text: String) throws -> Double {
    // `Double` would also accept hexadecimal digits.
    let isDecimal = text.allSatisfy { "0123456789.".contains($0) }
    guard isDecimal, let scale = Double(text), validRange.contains(scale) else {
      throw ValidationError("use a decimal number from 0.5 to 8")
    }
    return scale
  }
}

/// `--reveal-timeout`, `--clipboard-timeout`
struct TimeoutOption: ExpressibleByArgument, Hashable {
  /// The timeout. `nil` means no limit.
  let timeout: Duration?

  static let reveal = TimeoutOption(timeout: .seconds(30))
  static let clipboard = TimeoutOption(timeout: SecretClipboardTimeout.defaultTimeout)
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

/// `--geometry`
enum GeometryOption {
  static func parse(_ text: String) throws -> WindowGeometry {
    guard let geometry = WindowGeometry(text) else {
      throw ValidationError("use WIDTHxHEIGHT, +X+Y, or both, for example 960x640+10+20")
    }
    return geometry
  }
}
