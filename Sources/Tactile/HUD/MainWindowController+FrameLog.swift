import Motion

extension MainWindowController {
  func framePresented(_ counter: Int64, at instant: Instant) {
    frameLog?.record(counter, presentedAt: instant)
  }
}
