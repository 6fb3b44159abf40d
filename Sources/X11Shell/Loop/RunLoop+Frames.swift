import Motion
import Scene

extension RunLoop {
  /// Draws the first frame, then maps the window: what appears, at the first `Expose`, is finished.
  ///
  /// That frame is without the focus, which the server tells of only when it comes.
  mutating func open(for client: inout some WindowClient & ~Copyable) {
    let now = inOrder(MonotonicClock.now)
    client.resize(to: window.size, at: now)
    tell(&client, .windowFocusChanged(isFocused: false), at: now)
    _ = draw(&client, at: now)
    window.map()
  }

  /// When the client has something to do by itself; `nil` at rest.
  func wakeTime(of client: borrowing some WindowClient & ~Copyable) -> Instant? {
    let change =
      needsFrame && pacer.isShown ? Instant.distantPast : client.nextChange(after: latest)
    return change.map { pacer.due(for: $0) }
  }

  /// Lets time go on if a change is due, and shows it; else shows again what was uncovered.
  mutating func stepIfDue(_ client: inout some WindowClient & ~Copyable) {
    let now = MonotonicClock.now
    if let due = wakeTime(of: client), due <= now {
      let instant = inOrder(now)
      client.advance(to: instant)
      if pacer.isShown { window.present(draw(&client, at: instant)) }
      pacer.step(at: now)
    }
    window.present(exposed)
    exposed.removeAll(keepingCapacity: true)
  }

  /// - Returns: The parts of the window that are to be sent.
  private mutating func draw(
    _ client: inout some WindowClient & ~Copyable, at now: Instant
  ) -> [PixelRect] {
    needsFrame = false
    let isWhole = window.prepareBuffer()
    guard let surface = window.surface else { return [] }
    let changed = client.paint(on: surface, at: now, isWhole: isWhole)
    guard isWhole else { return changed }
    exposed.removeAll(keepingCapacity: true)
    return [surface.bounds]
  }
}
