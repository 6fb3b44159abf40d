import CX11
import Scene

extension InputEvent {
  /// What a press of a key comes to, given the text that it types.
  ///
  /// The first piece of the text goes with the key, all further ones follow as committed. An input
  /// method's commit comes with no key at all, nor does what a sequence of keys types. A key that
  /// has no character of its own is known by what it types.
  ///
  /// - Parameters:
  ///   - press: The key, with no text yet; `nil` for a commit.
  ///   - utf8: What is typed; passed over where the key is a command.
  static func forEach(press: KeyPress?, typing utf8: Span<UInt8>, _ body: (InputEvent) -> Void) {
    var press = press
    if press?.modifiers.command != true {
      TypedText.forEachPiece(of: utf8) { piece in
        guard var typed = press else { return body(.textCommitted(piece)) }
        typed.text = piece
        if typed.key == .unidentified { typed.key = Key(typing: piece) }
        body(.keyPressed(typed))
        press = nil
      }
    }
    if let press { body(.keyPressed(press)) }
  }
}

extension KeyPress {
  /// The key of an event, with no text yet.
  init(_ symbols: KeySymbols, state: UInt32, isRepeat: Bool) {
    var modifiers = Modifiers(state: state)
    if symbols.symbol == KeySym(XK_ISO_Left_Tab) { modifiers.insert(.shift) }
    self.init(Key(symbols, modifiers: modifiers), modifiers: modifiers, isRepeat: isRepeat)
  }
}
