public import Scene

/// The operations of a token field on its tokens: size, drawing, name and parsing.
///
/// For tokens that are never created from text, implement only the first half of the requirements.
public protocol TokenAdapter {
  /// The type of the tokens. Tokens may look alike; their identities distinguish them.
  associatedtype Token: Identifiable

  /// Returns the size of a token in logical pixels.
  ///
  /// - Parameter width: The available width of a line. A wider token is drawn in this width.
  /// - Complexity: Should not depend on the length of the text beyond the part that fits on a line.
  func size(of token: Token, within width: Double, in environment: Environment) -> Size

  /// Adds a token to a display list.
  ///
  /// - Parameter frame: The frame of the token. Do not paint outside it.
  func draw(
    _ token: Token, in frame: Rect, state: TokenState, environment: Environment, into list: inout DisplayList)

  /// Returns the name of a token in messages, without quotation marks. A long name is shortened there.
  func name(of token: Token) -> String

  /// Returns the text of a token, for other programs and for in-place editing.
  func text(of token: Token) -> String

  /// Creates a token from text.
  ///
  /// - Parameters:
  ///   - text: The text, not empty, without surrounding spaces.
  ///   - original: The edited token, whose identity the new token keeps, or `nil` for a new token.
  /// - Returns: The token, or `nil` if the text is not a valid token and stays text.
  mutating func makeToken(of text: String, replacing original: Token?) -> Token?

  /// Returns whether the user may edit a token in place, as text that becomes a token again.
  func canEdit(_ token: Token) -> Bool

  /// Returns the validation problem of a token as a short sentence, or `nil` if the token is valid.
  ///
  /// - Parameter environment: The environment, whose `strings` determine the language.
  func problem(of token: Token, in environment: Environment) -> String?

  /// Returns the key of a token. If tokens must be unique, tokens with equal keys are duplicates.
  func key(of token: Token) -> String

  /// Returns the absolute path of the file that a token represents, or `nil` if it represents no
  /// file. If all copied or dragged elements are files, other programs also receive them as files.
  ///
  /// - Complexity: Should be O(1), because it is called for each selected token.
  func filePath(of token: Token) -> String?

  /// Encodes a token for other fields with the same adapter type. Include the identity if a token
  /// that is cut and pasted is to stay the same token.
  func encode(_ token: Token) -> [UInt8]

  /// Decodes a token. The bytes may come from any program and may be invalid. In this case, the
  /// field requests another type of the copied data.
  ///
  /// - Returns: The token, or `nil` if the bytes are not an encoded token.
  mutating func decode(_ bytes: [UInt8]) -> Token?

  /// Returns the token with a new identity, for use while the original exists. Returns `nil` if the
  /// token cannot be duplicated.
  mutating func copy(of token: Token) -> Token?
}

extension TokenAdapter {
  /// Returns `nil`: no text becomes a token.
  public mutating func makeToken(of text: String, replacing original: Token?) -> Token? { nil }

  /// Returns the name of the token.
  public func text(of token: Token) -> String { name(of: token) }

  /// Returns whether the text of the token would make a token, so that an edit can end. The result
  /// is `false` if no text becomes a token.
  public func canEdit(_ token: Token) -> Bool {
    let text = text(of: token).trimmed
    var adapter = self
    return !text.isEmpty && adapter.makeToken(of: String(text), replacing: token) != nil
  }

  /// Returns `nil`: every token is valid.
  public func problem(of token: Token, in environment: Environment) -> String? { nil }

  /// Returns the text of the token in lowercase.
  public func key(of token: Token) -> String { text(of: token).lowercased() }

  /// Returns `nil`: the token represents no file.
  public func filePath(of token: Token) -> String? { nil }

  /// Encodes only the text. A pasted token is then a new token with the same text.
  public func encode(_ token: Token) -> [UInt8] { Array(text(of: token).utf8) }

  /// Creates a new token from the encoded text.
  public mutating func decode(_ bytes: [UInt8]) -> Token? {
    makeToken(ofTrimmed: String(decoding: bytes, as: UTF8.self))
  }

  /// Returns a new token with the same text.
  public mutating func copy(of token: Token) -> Token? { makeToken(ofTrimmed: text(of: token)) }

  /// Creates a new token from text without surrounding spaces. Returns `nil` for spaces alone.
  mutating func makeToken(ofTrimmed text: String) -> Token? {
    let text = text.trimmed
    return text.isEmpty ? nil : makeToken(of: String(text), replacing: nil)
  }
}

/// The state of a token that affects its appearance.
public struct TokenState: Hashable, Sendable {
  /// Whether the token is selected.
  public var isSelected: Bool
  /// The validation problem of the token, or `nil` if it is valid.
  public var problem: String?
  /// The intensity of the highlight, 0…1.
  public var flash: Double
  /// Whether the user is dragging the token, and this is its original position.
  public var isLifted: Bool

  package init(isSelected: Bool = false, problem: String? = nil, flash: Double = 0, isLifted: Bool = false) {
    (self.isSelected, self.problem, self.flash, self.isLifted) = (isSelected, problem, flash, isLifted)
  }
}
