extension RunLoop {
  /// Handles the requests of the session manager.
  mutating func handleSessionEvents(_ client: inout some WindowDelegate & ~Copyable) {
    for event in session.readEvents() {
      switch event {
      case .joined(let id): window.setSessionID(id)
      case .requested(.save):
        perform(on: &client) { client, now in client.saveState(at: now) }
        session.confirmSaved()
      case .requested(.end): perform(on: &client) { client, now in client.closeRequested(at: now) }
      }
    }
  }
}
