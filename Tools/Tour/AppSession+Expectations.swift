import Scene
import ScreenDriver

extension AppSession {
  /// Waits until the floating button is visible in a color, and returns its frame.
  ///
  /// - Throws: `timedOut`, `noWindow`.
  @discardableResult func waitForButton(_ color: Color) throws(ScreenDriverError) -> PixelRect {
    try window.waitFor("the floating button") { $0.floatingButton(color) }
  }

  /// Waits until the given number of status icons is visible in a color.
  ///
  /// - Throws: `timedOut`, `noWindow`.
  func expectIcons(_ count: Int, _ color: Color, scale: Double = 1) throws(ScreenDriverError) {
    try window.waitFor("\(count) icons") { $0.icons(color, scale: scale).count == count ? () : nil }
  }

  /// Performs an action and waits until the window has changed.
  ///
  /// - Throws: `timedOut`, `noWindow`, or an error of `action`.
  func expectChange(_ description: String, _ action: (InputSimulator) throws(ScreenDriverError) -> Void)
    throws(ScreenDriverError)
  {
    let before = try window.stillScreenshot()
    try action(input)
    try window.waitFor(description) { $0 == before ? nil : () }
  }
}
