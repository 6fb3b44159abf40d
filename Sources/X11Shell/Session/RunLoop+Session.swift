extension RunLoop {
  /// Does what the session's manager asks for.
  mutating func followSession(_ client: inout some WindowClient & ~Copyable) {
    for news in session.hear() {
      switch news {
      case .joined(let id): window.setSessionID(id)
      case .asked(.save):
        tell(&client) { client, now in client.keepState(at: now) }
        session.confirmSaved()
      case .asked(.end): tell(&client) { client, now in client.closeRequested(at: now) }
      }
    }
  }
}
