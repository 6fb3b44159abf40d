import Motion

extension MainWindowController {
  mutating func frameSeen(_ counter: Int64, at instant: Instant) {
    frameLog?.record(counter, presentedAt: instant)
  }
}
