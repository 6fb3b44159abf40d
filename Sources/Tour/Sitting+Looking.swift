import Scene
import ScreenDriver

extension Sitting {
  /// Waits until the floating button is to be seen in a colour, and tells where.
  ///
  /// - Throws: `timedOut`, `noWindow`.
  func button(_ color: Color) throws(ScreenDriverError) -> PixelRect {
    try window.see("the floating button") { $0.floatingButton(color) }
  }

  /// Waits until so many marks are to be seen in a colour.
  ///
  /// - Throws: `timedOut`, `noWindow`.
  func expectMarks(
    _ count: Int, _ color: Color, scale: Double = 1
  ) throws(ScreenDriverError) {
    try window.see("\(count) marks") { $0.marks(color, scale: scale).count == count ? () : nil }
  }

  /// Does something and waits until the window shows it.
  ///
  /// - Throws: `timedOut`, `noWindow`, what `act` throws.
  func expectChange(
    _ what: String, _ act: (Hand) throws(ScreenDriverError) -> Void
  ) throws(ScreenDriverError) {
    let before = try window.stillScreenshot()
    try act(hand)
    try window.see(what) { $0 == before ? nil : () }
  }
}
