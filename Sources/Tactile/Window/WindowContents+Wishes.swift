import Controls
import Motion
import Scene
import X11Shell

extension WindowContents {
  /// Takes in how the desktop is set now.
  mutating func follow(_ settings: DesktopSettings, at now: Instant) {
    wish(at: now) { $0.desktop = settings }
    // In another font the button has another size.
    layOut(at: now)
    // What the button offers tells how these stand.
    configureButton(at: now)
  }

  /// Changes what the person wants, and shows it from the next frame on.
  mutating func wish(at now: Instant, _ change: (inout Wishes) -> Void) {
    let old = wishes
    change(&wishes)
    guard wishes != old else { return }
    wishes.apply(to: &environment)
    if wishes.preferences != old.preferences { restartCaret(at: now) }
  }

  /// Lets the caret blink as it does from now on.
  private mutating func restartCaret(at now: Instant) {
    for part in Part.inColumn {
      _ = deliver(.windowFocusChanged(isFocused: columnHasKeys), to: part, at: now)
    }
  }
}
