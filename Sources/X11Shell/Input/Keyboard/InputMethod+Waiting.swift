import CX11
import Motion
import Scene

// What has input wait for the server.
extension InputMethod {
  /// Whether the server has composed something that is not committed yet.
  var isComposing: Bool { textInput != nil && server.map { !$0.preedit.isEmpty } ?? false }

  /// Whether it may have composed something of which it does not tell.
  var mayComposeUnseen: Bool { server?.mayComposeUnseen ?? false }

  /// Whether the server has still to show that it answers, before it can be asked to end what it
  /// composes; not where keys are not for it, since nothing waits for it then.
  var mustProve: Bool { isOffered && server?.isProven == false }

  /// Takes in that something waits that ends what the server may have composed.
  func prepareEnd() {
    if isComposing || mayComposeUnseen { server?.prepareEnd() }
  }

  /// Takes in that the server has handed a press back that is none of a modifier.
  func noteUnused() { server?.noteUnused() }

  /// Whether the server may have something to tell yet of the press that it was passed last.
  ///
  /// No key waits for that which is not for it.
  var owesText: Bool { isOffered && server?.owedText.isOwed ?? false }

  /// Asks the server for what it owes, where it was not asked already.
  func askForText() { server?.askForText() }

  /// Passes the server what it is to hand back when it has told all; to be called when Xlib holds
  /// no event.
  func passMarker() { server?.passMarker() }

  /// When the server last said anything.
  var lastHeard: Instant { server?.lastHeard ?? .distantPast }

  /// Waits no longer for what it owes.
  func forgiveText() { server?.owedText.forgive() }

  /// Whether an event is a key that the server has handed back; to be asked once for each.
  func hasReturned(_ key: XKeyEvent) -> Bool { server?.hasReturned(key) ?? false }

  /// The oldest of the presses that were typed behind the one that took the focus elsewhere, of which
  /// nothing is kept but when it was.
  func takeOvertaken() -> XKeyEvent? {
    guard untold > 0 else { return nil }
    untold -= 1
    return overtaken.takeKey(of: overtaken.count - untold - 1)
  }
}
