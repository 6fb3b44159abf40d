import Motion
import Scene

extension RunLoop {
  /// Tells the client what is composed now, if that is news.
  mutating func tellPreedit(_ client: inout some WindowClient & ~Copyable) {
    guard let preedit = window.inputMethod.takePreedit() else { return }
    tell(&client, .preeditChanged(preedit), at: MonotonicClock.now)
  }

  /// Ends what is composed, because the focus or the pointer goes elsewhere, and keeps it as text
  /// where it stands; so does Qt, and an input method that is left to end it by itself may drop it.
  ///
  /// - Parameter isLeaving: Whether the keyboard goes to another window.
  mutating func endPreedit(
    _ client: inout some WindowClient & ~Copyable, isLeaving: Bool = false
  ) {
    window.inputMethod.follow(client.textInput)
    let text = window.inputMethod.end(isLeaving: isLeaving)
    tellPreedit(&client)
    var pieces: [TypedText] = []
    TypedText.forEachPiece(of: text.utf8Span.span) { pieces.append($0) }
    for piece in pieces { tell(&client, .textCommitted(piece), at: MonotonicClock.now) }
  }

  /// Has the input method know where text goes, and what it offers stand beside the caret.
  ///
  /// To be called once a turn, when the frame is out: it may wait for the server.
  mutating func followTextInput(of client: borrowing some WindowClient & ~Copyable) {
    guard window.inputMethod.hasServer else { return }
    window.inputMethod.follow(client.textInput)
    window.inputMethod.tellSpot(scale: window.scale)
  }
}
