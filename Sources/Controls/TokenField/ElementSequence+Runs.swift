extension ElementSequence {
  /// A token or a text run.
  enum Run {
    case token(Token)
    case text(String)
  }

  /// Calls a closure with each token and each text run, in order.
  ///
  /// - Complexity: O(*n*).
  func forEachRun(_ body: (Run) -> Void) {
    var text = ""
    func endText() {
      if !text.isEmpty { body(.text(text)) }
      text = ""
    }
    for element in self {
      switch element {
      case .text(let character): text.append(character)
      case .token(let token):
        endText()
        body(.token(token))
      }
    }
    endText()
  }
}
