import Motion
import Scene

extension RunLoop {
  /// Sends the preedit text to the delegate if it has changed.
  mutating func sendPreeditChange(_ client: inout some WindowDelegate & ~Copyable) {
    guard let preedit = window.inputMethod.takePreedit() else { return }
    send(to: &client, .preeditChanged(preedit), at: MonotonicClock.now)
  }

  /// Ends the composition because the focus or the pointer moves, and commits its text in place, as
  /// Qt does. An input method that ends it by itself may discard the text.
  ///
  /// - Parameter isLeaving: Whether the keyboard focus goes to another window.
  mutating func endPreedit(_ client: inout some WindowDelegate & ~Copyable, isLeaving: Bool = false) {
    window.inputMethod.setTextInput(client.textInput)
    let text = window.inputMethod.end(isLeaving: isLeaving)
    sendPreeditChange(&client)
    var pieces: [TypedText] = []
    TypedText.forEachChunk(of: text.utf8Span.span) { pieces.append($0) }
    for piece in pieces { send(to: &client, .textCommitted(piece), at: MonotonicClock.now) }
  }

  /// Updates the input method's destination and the location of its candidate window.
  ///
  /// Call it once in each iteration after the frame was sent: it may wait for the server.
  mutating func followTextInput(of client: borrowing some WindowDelegate & ~Copyable) {
    guard window.inputMethod.hasServer else { return }
    window.inputMethod.setTextInput(client.textInput)
    window.inputMethod.updateSpotLocation(scale: window.scale)
  }
}
