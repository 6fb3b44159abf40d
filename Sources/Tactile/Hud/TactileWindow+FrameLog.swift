import Motion

extension TactileWindow {
  mutating func frameSeen(_ counter: Int64, at instant: Instant) {
    frameLog?.note(counter, seenAt: instant)
  }
}
