/// A message of a control to the user, independent of the language. `ControlStrings` returns its text.
public enum ControlMessage: Hashable, Sendable {
  // The caret and the selection of a token field.
  case noTokens
  case caret(CaretDescription)
  /// A number of selected tokens out of all tokens.
  case selectedTokens(Int, of: Int, caret: CaretDescription)
  /// A number of selected characters of a text run, and the number of characters before the caret.
  case selectedText(Int, of: Int, before: Int)
  /// Selected tokens and characters. The number of tokens may be 0.
  case selected(tokens: Int, characters: Int, caret: CaretDescription)
  /// A number of completions, and whether there may be more.
  case completions(Int, areMore: Bool)
  /// The same with the highlighted completion and its number, counted from 1.
  case completion(String, number: Int, of: Int, areMore: Bool)
  case editing
  /// The number of characters that a tooltip omits.
  case moreCharacters(Int)

  // Problems of tokens.
  case problem(String, token: String)
  case tooLongToEdit
  case notEditable(String)
  case notToken(String)
  case alreadyExists(String)
  case movedHere(String)
  case maximumTextLength

  // Pasting.
  case pasting
  case pastingCancelled
  case nothingToPaste
  case pastingTimedOut
  case tooManyPastes
  /// Data that is larger than a limit in bytes.
  case tooLargeToPaste(limit: Int)
  case tooLongToPaste
  case unreadableClipboard
  /// The numbers of pasted tokens that already exist and that cannot be duplicated. One of them is at least 1.
  case notPasted(duplicates: Int, uncopyable: Int)
}

/// The position of a caret in a token field.
public enum CaretDescription: Hashable, Sendable {
  /// In text, after a number of characters.
  case inText(after: Int, of: Int)
  /// In text, if other numbers are displayed.
  case inTextBriefly
  case before(token: String)
  case afterLastToken
  case atEnd
}

/// A label of a control.
public enum ControlLabel: Hashable, Sendable {
  // The menu of a token field.
  case edit, undo, redo, cut, copy, paste, delete, selectAll
  /// The key Delete.
  case deleteKey
  // The menu of the floating button.
  case move, moveTo
  /// The explanation of the keys that move the button.
  case moveByKeyboard
  /// The explanation of a click that moves the button.
  case moveByClick
}
