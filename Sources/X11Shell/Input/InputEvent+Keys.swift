import CX11
import Scene

extension InputEvent {
  /// Calls `body` with the input events of a key press or a commit that types the text.
  ///
  /// The first chunk of the text is sent with the key, all further ones as commits. A commit of an
  /// input method and the text of a key sequence have no key. A key without a character of its own
  /// is identified by the text that it types.
  ///
  /// - Parameters:
  ///   - press: The key press without text. `nil` for a commit.
  ///   - utf8: The typed text. It is ignored if the key is a command.
  static func forEach(press: KeyPress?, typing utf8: Span<UInt8>, _ body: (InputEvent) -> Void) {
    var press = press
    if press?.modifiers.command != true {
      TypedText.forEachChunk(of: utf8) { chunk in
        guard var typed = press else { return body(.textCommitted(chunk)) }
        typed.text = chunk
        if typed.key == .unidentified { typed.key = Key(typing: chunk) }
        body(.keyPressed(typed))
        press = nil
      }
    }
    if let press { body(.keyPressed(press)) }
  }
}

extension KeyPress {
  /// Creates the key press of an event, without text.
  init(_ symbols: KeySymbols, state: UInt32, isRepeat: Bool) {
    var modifiers = Modifiers(state: state)
    if symbols.symbol == KeySym(XK_ISO_Left_Tab) { modifiers.insert(.shift) }
    self.init(Key(symbols, modifiers: modifiers), modifiers: modifiers, isRepeat: isRepeat)
  }
}
