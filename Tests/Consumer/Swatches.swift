import Controls
import Motion
import Scene

/// A named color.
struct Swatch: Identifiable {
  let id: Int
  let name: String
  let color: Color
}

/// The adapter for color tokens, which it draws as dots and creates from color names.
struct SwatchAdapter: TokenAdapter {
  static let colors: [String: Color] = [
    "red": Color(hex: 0xFF3B30), "green": Color(hex: 0x34C759), "blue": Color(hex: 0x007AFF),
  ]
  private var nextID = 0

  func size(of token: Swatch, within width: Double, in environment: Environment) -> Size {
    Size(width: 20, height: 20)
  }

  func draw(
    _ token: Swatch, in frame: Rect, state: TokenState, environment: Environment,
    into list: inout DisplayList
  ) {
    list.fill(.roundedRect(.capsule(frame)), token.color)
    guard state.isSelected else { return }
    list.stroke(.roundedRect(.capsule(frame)), environment.theme.colors.text, width: 2)
  }

  func name(of token: Swatch) -> String { token.name }

  mutating func makeToken(of text: String, replacing original: Swatch?) -> Swatch? {
    guard let color = Self.colors[text] else { return nil }
    nextID += 1
    return Swatch(id: original?.id ?? nextID, name: text, color: color)
  }
}

/// Adds a color before all others and selects it.
func addFirst(_ swatch: Swatch, to field: inout TokenField<SwatchAdapter>, at now: Instant) {
  let response = field.insert([swatch], at: 0, at: now)
  for case .changed(let change) in response.actions {
    print("added", change.inserted.map(\.name))
  }
  field.select(0..<1, at: now)
}
