public import Scene

/// How a token field measures, draws and names its tokens, whatever they are.
public protocol TokenAppearance {
  /// Two tokens may look alike; their identities tell them apart.
  associatedtype Token: Identifiable

  /// How large a token is, in logical pixels.
  func size(of token: Token, in environment: Environment) -> Size

  /// Adds a token to a display list.
  ///
  /// - Parameter frame: Its place; nothing should be painted outside.
  func draw(
    _ token: Token, in frame: Rect, isSelected: Bool, environment: Environment,
    into list: inout DisplayList)

  /// What a token is called in a sentence.
  func name(of token: Token) -> String
}

/// A token that is a piece of text.
public struct TextToken: Identifiable, Hashable, Sendable {
  /// Told apart by this, since equal texts may repeat.
  public let id: Int
  public let text: String

  public init(id: Int, text: String) {
    self.id = id
    self.text = text
  }
}

/// Text tokens as rounded, tinted bubbles.
public struct TextTokenAppearance: TokenAppearance {
  public init() {}

  public func size(of token: TextToken, in environment: Environment) -> Size {
    let metrics = environment.text.metrics(of: token.text, style: Theme.Fonts.token)
    let padding = Theme.TokenField.tokenPadding
    return Size(
      width: environment.snapped(metrics.advance + padding.leading + padding.trailing),
      height: environment.snapped(metrics.height + padding.top + padding.bottom))
  }

  public func draw(
    _ token: TextToken, in frame: Rect, isSelected: Bool, environment: Environment,
    into list: inout DisplayList
  ) {
    typealias Look = Theme.TokenField
    let blue = environment.theme.colors.blue
    let bubble = RoundedRect(environment.snapped(frame), cornerRadius: Look.tokenCornerRadius)
    list.fill(
      .roundedRect(bubble), blue.opacity(isSelected ? Look.selectedOpacity : Look.tokenOpacity))
    if isSelected {
      let width = environment.line(Look.selectedOutline)
      list.stroke(.roundedRect(bubble.inset(by: width / 2)), blue, width: width)
    }
    let metrics = environment.text.metrics(of: token.text, style: Theme.Fonts.token)
    let origin = Point(
      x: frame.minX + Look.tokenPadding.leading,
      y: frame.minY + Look.tokenPadding.top + metrics.ascent)
    list.text(
      token.text, Theme.Fonts.token, environment.theme.colors.text, at: origin, metrics: metrics)
  }

  public func name(of token: TextToken) -> String { "“\(token.text)”" }
}
