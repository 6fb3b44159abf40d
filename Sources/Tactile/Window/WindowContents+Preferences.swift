import Controls
import Motion
import Scene
import Toolkit
import Windowing

extension WindowContents {
  /// Applies new desktop settings.
  mutating func apply(_ settings: DesktopSettings, at now: Instant) {
    updatePreferences(at: now) { $0.desktop = settings }
    // The size of the button depends on the font.
    layOut(at: now)
    // The items of the button show the current settings.
    configureButton(at: now)
  }

  /// Changes the preferences, with effect from the next frame on.
  mutating func updatePreferences(at now: Instant, _ change: (inout AppearancePreferences) -> Void) {
    let old = preferences
    change(&preferences)
    guard preferences != old else { return }
    let new = preferences
    updateEnvironment(at: now) { new.apply(to: &$0) }
    if preferences.controlPreferences != old.controlPreferences { restartCaret(at: now) }
  }

  /// Restarts the caret with the current blink settings.
  private mutating func restartCaret(at now: Instant) {
    _ = scrollView.handle(.windowFocusChanged(isFocused: environment.isWindowFocused), at: now)
  }
}
