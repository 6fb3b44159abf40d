import Motion
import Scene

/// The only caller of a window's content. It keeps what the content has answered until the next call.
final class ContentCaller {
  let content: any WindowContent
  /// The last instant that was sent to the content.
  private(set) var latest = Instant.distantPast
  private var lastNextChange: Instant??
  private var lastCues: WindowCues?
  private var lastPlacement: OverlayPlacement??
  private var isCalling = false
  /// The number of calls that may have changed the content.
  private(set) var generation: UInt64 = 0
  /// The generation of the last call for another reason than the passage of time or a movement of the pointer.
  private(set) var lastEvent: UInt64 = 0

  init(of content: any WindowContent) { self.content = content }

  /// Returns the instant to send to the content, which is never before the last one.
  func advance(to instant: Instant) -> Instant {
    if instant > latest {
      latest = instant
      forgetAnswers()
    }
    return latest
  }

  /// Calls a body that changes the content, with the instant to send to it.
  ///
  /// - Parameter isMotion: Whether only time has passed or the pointer has moved.
  func change(at instant: Instant, isMotion: Bool = false, _ body: (Instant) -> [Effect]) -> [Effect] {
    precondition(!isCalling, "a content changed its own window; return effects instead")
    let instant = advance(to: instant)
    isCalling = true
    generation += 1
    if !isMotion { lastEvent = generation }
    defer {
      isCalling = false
      forgetAnswers()
    }
    return body(instant)
  }

  private func forgetAnswers() { (lastCues, lastNextChange, lastPlacement) = (nil, nil, nil) }

  /// The next change of the content. A loop iteration needs it several times.
  var nextChange: Instant? {
    if let lastNextChange { return lastNextChange }
    let next = content.nextChange(after: latest)
    lastNextChange = .some(next)
    return next
  }

  /// The current placement of an overlay.
  var placement: OverlayPlacement? {
    if let lastPlacement { return lastPlacement }
    let placement = content.placement(at: latest)
    lastPlacement = .some(placement)
    return placement
  }

  /// The current requests of the content.
  var cues: WindowCues {
    if let lastCues { return lastCues }
    let cues = content.cues(at: latest)
    lastCues = cues
    return cues
  }
}
