public import ArgumentParser
public import Controls
import X11Shell

extension SnapMode: ExpressibleByArgument {}
extension FloatingButton.Shape: ExpressibleByArgument {}
extension FloatingButton.DragMode: ExpressibleByArgument {}
extension FloatingButton.TapMode: ExpressibleByArgument {}
extension DuplicatePolicy: ExpressibleByArgument {}

/// `--dim`
enum DimChoice: String, CaseIterable, ExpressibleByArgument {
  case idle, never
}

/// `--theme`
enum ThemeChoice: String, CaseIterable, ExpressibleByArgument {
  case system, light, dark

  /// `nil` for the desktop's.
  var colorScheme: DesktopSettings.ColorScheme? {
    switch self {
    case .system: nil
    case .light: .light
    case .dark: .dark
    }
  }
}

/// `--keys`
enum KeyChoice: String, CaseIterable, ExpressibleByArgument {
  /// As the first design has it, with Command on a Mac.
  case seed
  /// As in other programs here, a token being a word.
  case gtk

  var controlArrow: ControlArrow {
    switch self {
    case .seed: .ends
    case .gtk: .token
    }
  }
}

/// `--delimiters`
enum DelimiterChoice {
  private static let names: [(String, TokenDelimiters)] = [
    ("comma", .comma), ("semicolon", .semicolon), ("space", .space), ("enter", .enter),
    ("tab", .tab), ("leaving", .leaving),
  ]

  static func parse(_ list: String) throws -> TokenDelimiters {
    try list.split(separator: ",").reduce(into: []) { delimiters, name in
      guard let known = names.first(where: { $0.0 == name }) else {
        throw ValidationError("allowed are \(names.map(\.0).joined(separator: ", "))")
      }
      delimiters.insert(known.1)
    }
  }
}

/// `--scale`, and the environment's `TACTILE_SCALE`
enum ScaleChoice {
  static let variable = "TACTILE_SCALE"

  static let allowed = 0.5...8.0

  static func parse(_ text: String) throws -> Double {
    // `Double` would read hexadecimal digits too.
    let isDecimal = text.allSatisfy { "0123456789.".contains($0) }
    guard isDecimal, let scale = Double(text), allowed.contains(scale) else {
      throw ValidationError("allowed is a number from 0.5 to 8")
    }
    return scale
  }
}

/// `--reveal-time`, `--clipboard-time`
struct TimeChoice: ExpressibleByArgument, Hashable {
  /// `nil` for no limit.
  let time: Duration?

  static let reveal = TimeChoice(time: .seconds(30))
  static let clipboard = TimeChoice(time: CopiedSecret.usualTime)
  /// In seconds; the longest is a day.
  static let allowed = 1...86_400

  private init(time: Duration?) { self.time = time }

  init?(argument: String) {
    if argument == "never" {
      time = nil
    } else if let seconds = Int(argument), Self.allowed.contains(seconds) {
      time = .seconds(seconds)
    } else {
      return nil
    }
  }

  var defaultValueDescription: String {
    time.map { "\($0.components.seconds)" } ?? "never"
  }
}

/// `--geometry`
enum GeometryChoice {
  static func parse(_ text: String) throws -> WindowGeometry {
    guard let geometry = WindowGeometry(text) else {
      throw ValidationError("allowed is WIDTHxHEIGHT, +X+Y, or both, as in 960x640+10+20")
    }
    return geometry
  }
}
