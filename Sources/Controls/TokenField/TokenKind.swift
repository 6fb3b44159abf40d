public import Scene

/// What a token field must know of its tokens, whatever they are: how large they are, what they
/// look like, what they are called, and which text becomes one.
///
/// Tokens that no text can become need only the first half.
public protocol TokenKind {
  /// Two tokens may look alike; their identities tell them apart.
  associatedtype Token: Identifiable

  /// How large a token is, in logical pixels.
  ///
  /// - Parameter width: All the room there is on a line; a token that is wider is drawn in it all
  ///   the same.
  /// - Complexity: Should not depend on how long a token's text is beyond what a line holds.
  func size(of token: Token, within width: Double, in environment: Environment) -> Size

  /// Adds a token to a display list.
  ///
  /// - Parameter frame: Its place; nothing should be painted outside.
  func draw(
    _ token: Token, in frame: Rect, state: TokenState, environment: Environment,
    into list: inout DisplayList)

  /// What a token is called in a sentence.
  func name(of token: Token) -> String

  /// What a token is as text, for other programs, and while a person edits it.
  func text(of token: Token) -> String

  /// Makes a token of text.
  ///
  /// - Parameters:
  ///   - text: Not empty, no spaces around it.
  ///   - original: The token that the text was, whose identity the new one keeps; `nil` for another.
  /// - Returns: `nil` where the text can't be one, and stays text.
  mutating func makeToken(of text: String, replacing original: Token?) -> Token?

  /// Whether a person may edit a token in its place, as text that becomes one again.
  func canEdit(_ token: Token) -> Bool

  /// What is wrong with a token, in a short sentence; `nil` where nothing is.
  func problem(of token: Token) -> String?

  /// By what two tokens count as the same where no token may be there twice.
  func key(of token: Token) -> String

  /// The file that a token stands for, as an absolute path; `nil` where it stands for none. Where all
  /// that is copied or carried out are files, other programs get them as such too.
  ///
  /// - Complexity: Should be O(1): it is asked of each token that is selected.
  func filePath(of token: Token) -> String?

  /// A token as bytes for other fields of its kind; its identity must be among them where a token
  /// that is cut and pasted is to be the same one.
  func encode(_ token: Token) -> [UInt8]

  /// The token that bytes were made of. They may come from any program, and be anything; where they
  /// are not a token's, another form of what was copied is asked for.
  ///
  /// - Returns: `nil` where they are not a token's.
  mutating func decode(_ bytes: [UInt8]) -> Token?

  /// The same token with an identity of its own, for where the first is still there; `nil` where it
  /// can't be there twice.
  mutating func copy(of token: Token) -> Token?
}

extension TokenKind {
  /// No text becomes a token.
  public mutating func makeToken(of text: String, replacing original: Token?) -> Token? { nil }

  /// Its name.
  public func text(of token: Token) -> String { name(of: token) }

  /// Where its text would make a token, so that an edit can end: never where no text does.
  public func canEdit(_ token: Token) -> Bool {
    let text = text(of: token).trimmed
    var kind = self
    return !text.isEmpty && kind.makeToken(of: String(text), replacing: token) != nil
  }

  /// Nothing is ever wrong.
  public func problem(of token: Token) -> String? { nil }

  /// Its text, whatever is upper and lower case in it.
  public func key(of token: Token) -> String { text(of: token).lowercased() }

  /// None.
  public func filePath(of token: Token) -> String? { nil }

  /// Its text alone, so that what is pasted is another token of the same text.
  public func encode(_ token: Token) -> [UInt8] { Array(text(of: token).utf8) }

  /// A new token of that text.
  public mutating func decode(_ bytes: [UInt8]) -> Token? {
    makeToken(ofTrimmed: String(decoding: bytes, as: UTF8.self))
  }

  /// A token of the same text.
  public mutating func copy(of token: Token) -> Token? { makeToken(ofTrimmed: text(of: token)) }

  /// A new token of text without the spaces around it; `nil` where nothing else is there.
  mutating func makeToken(ofTrimmed text: String) -> Token? {
    let text = text.trimmed
    return text.isEmpty ? nil : makeToken(of: String(text), replacing: nil)
  }
}

/// How a token stands at the moment, as far as its looks go.
public struct TokenState: Hashable, Sendable {
  public var isSelected: Bool
  /// What is wrong with it; `nil` where nothing is.
  public var problem: String?
  /// How brightly it is pointed out, 0…1.
  public var flash: Double
  /// Whether the pointer carries it elsewhere, and this is where it was.
  public var isLifted: Bool

  public init(
    isSelected: Bool = false, problem: String? = nil, flash: Double = 0, isLifted: Bool = false
  ) {
    (self.isSelected, self.problem, self.flash, self.isLifted) =
      (isSelected, problem, flash, isLifted)
  }
}
