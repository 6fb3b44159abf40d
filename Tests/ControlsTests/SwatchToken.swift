import Controls
import Motion
import Scene
import TestSupport

/// A token that is no text: an area of some size.
struct Swatch: Identifiable {
  let id: String
  let size: Size
}

/// Swatches as plain black areas, white where they are selected.
struct Swatches: TokenKind {
  func size(of token: Swatch, within width: Double, in environment: Environment) -> Size {
    token.size
  }

  func draw(
    _ token: Swatch, in frame: Rect, state: TokenState, environment: Environment,
    into list: inout DisplayList
  ) {
    list.fill(.roundedRect(RoundedRect(frame, cornerRadius: 0)), state.isSelected ? .white : .black)
  }

  func name(of token: Swatch) -> String { token.id }
}

extension ControlHarness where Subject == TokenField<Swatches> {
  /// A field of swatches at the origin that has the focus.
  init(swatches sizes: [Size], width: Double = 400) {
    var field = TokenField(
      sizes.enumerated().map { Swatch(id: "swatch \($0.offset)", size: $0.element) },
      kind: Swatches(), in: Environment(text: FixedTextMetrics()))
    field.place(at: .zero, width: width)
    field.focus(0, at: .zero)
    self.init(field)
  }

  /// The frame of the caret as it is drawn.
  var caret: Rect? {
    drawing().elements.lazy.compactMap {
      if case .shape(.rect(let frame), .fill, _) = $0 { frame } else { nil }
    }.first
  }
}
