extension UnitSequence {
  /// A token, or text in one piece.
  enum Piece {
    case token(Token)
    case text(String)
  }

  /// Hands over tokens and text, side by side.
  ///
  /// - Complexity: O(*n*).
  func forEachPiece(_ body: (Piece) -> Void) {
    var text = ""
    func endText() {
      if !text.isEmpty { body(.text(text)) }
      text = ""
    }
    for unit in self {
      switch unit {
      case .text(let character): text.append(character)
      case .token(let token):
        endText()
        body(.token(token))
      }
    }
    endText()
  }
}
