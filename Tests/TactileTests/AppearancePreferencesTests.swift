import ControlTestSupport
import Controls
import Motion
import PasswordForm
import Scene
import Secrets
import TestSupport
import Testing
import Toolkit
import Windowing

@testable import Tactile

@Suite struct `Appearance preferences` {
  private func desktop(_ change: (inout DesktopSettings) -> Void) -> DesktopSettings {
    var settings = DesktopSettings()
    change(&settings)
    return settings
  }

  @Test func `W3 use the light theme by default, or the theme of the desktop`() {
    #expect(AppearancePreferences().theme == .light)
    #expect(AppearancePreferences(desktop: desktop { $0.colorScheme = .dark }).theme == .dark)
    #expect(AppearancePreferences(desktop: desktop { $0.colorScheme = .light }).theme == .light)
  }

  @Test(arguments: [DesktopSettings.ColorScheme.light, .dark])
  func `W3 prefer the option to the desktop theme`(scheme: DesktopSettings.ColorScheme) {
    let other = desktop { $0.colorScheme = scheme == .dark ? .light : .dark }
    let theme = AppearancePreferences(colorScheme: scheme, desktop: other).theme
    #expect(theme == (scheme == .dark ? .dark : .light))
  }

  @Test func `select high-contrast themes on request of the desktop`() {
    #expect(
      AppearancePreferences(desktop: desktop { $0.wantsHighContrast = true }).theme == .lightHighContrast)
    let dark = desktop {
      ($0.wantsHighContrast, $0.colorScheme, $0.accent) = (true, .dark, .black)
    }
    #expect(AppearancePreferences(desktop: dark).theme == .darkHighContrast)
  }

  @Test func `W3 apply the accent color without changing fixed colors`() {
    let purple = Color(hex: 0x9141AC)
    let colors = AppearancePreferences(desktop: desktop { $0.accent = purple }).theme.colors
    #expect(colors.accent == purple && colors.blue == Theme.light.colors.blue)
  }

  @Test(arguments: [false, true], [nil, DesktopSettings.ColorScheme.light, .dark])
  func `select a restyled theme by color scheme and contrast`(
    isHighContrast: Bool, scheme: DesktopSettings.ColorScheme?
  ) {
    var preferences = AppearancePreferences(
      desktop: desktop { ($0.colorScheme, $0.wantsHighContrast) = (scheme, isHighContrast) })
    let original = preferences.theme
    preferences.themes = AppearancePreferences.Themes { $0.tokenField.spacing = 20 }
    #expect(preferences.theme.tokenField.spacing == 20 && preferences.theme.colors == original.colors)
    preferences.desktop.accent = Color(hex: 0x9141AC)
    #expect(preferences.theme.tokenField.spacing == 20)
    #expect((preferences.theme.colors == original.colors) == isHighContrast)
  }

  @Test func `keep the accent color of a restyled theme`() {
    var preferences = AppearancePreferences(desktop: desktop { $0.accent = .black })
    preferences.themes.light.colors.accent = Color(hex: 0x9141AC)
    #expect(preferences.theme == preferences.themes.light)
  }

  @Test func `reduce motion by option or desktop setting, and the option has precedence`() {
    let still = desktop { $0.allowsMotion = false }
    #expect(
      !AppearancePreferences().effectiveReducesMotion
        && AppearancePreferences(reducesMotion: true).effectiveReducesMotion)
    #expect(AppearancePreferences(desktop: still).effectiveReducesMotion)
    #expect(!AppearancePreferences(reducesMotion: false, desktop: still).effectiveReducesMotion)
  }

  @Test func `give the environment the texts of the program`() {
    var (preferences, other) = (AppearancePreferences(), AppearancePreferences())
    #expect(preferences == other)
    preferences.strings = GermanStrings.shared
    other.strings = EnglishStrings.shared
    #expect(preferences != other)
    var environment = Environment(text: FixedTextMetrics())
    preferences.apply(to: &environment)
    #expect(environment.strings === GermanStrings.shared as any ControlStrings)
  }

  @Test func `adopt the desktop's caret, double-click and drag settings`() {
    let settings = desktop {
      $0.caret.period = .milliseconds(400)
      $0.caret.timeout = .seconds(3)
      $0.doubleClickTime = .milliseconds(250)
      $0.doubleClickDistance = 7
      $0.dragThreshold = 30
    }
    let preferences = AppearancePreferences(desktop: settings).controlPreferences
    #expect(preferences.caretBlinkPeriod == .milliseconds(400))
    #expect(preferences.caretBlinkTimeout == .seconds(3))
    #expect(preferences.doubleClickTime == .milliseconds(250))
    #expect(preferences.doubleClickDistance == 7)
    #expect(preferences.dragThreshold == 30)
  }

  @Test func `B8 adds no drag threshold when the desktop uses the default threshold`() {
    #expect(
      AppearancePreferences(desktop: desktop { $0.dragThreshold = 8 }).controlPreferences.dragThreshold == 0)
  }

  @Test func `disable the caret blinking`() {
    let settings = desktop { $0.caret.blinks = false }
    #expect(AppearancePreferences(desktop: settings).controlPreferences.caretBlinkPeriod == nil)
  }
}

@Suite struct `Window contents after desktop changes` {
  private func changed(_ change: (inout DesktopSettings) -> Void) -> DesktopSettings {
    var settings = DesktopSettings()
    change(&settings)
    return settings
  }

  @Test func `W3 keep the theme that was chosen in the window`() {
    var harness = window()
    _ = harness.control.perform(.theme, at: harness.now)
    harness.control.apply(changed { $0.colorScheme = .light }, at: harness.now)
    #expect(harness.drawing().shapeColors.first == Theme.dark.colors.window)
  }

  @Test func `B6 move the button to its rest position without animation`() {
    var harness = window()
    harness.control.apply(changed { $0.allowsMotion = false }, at: harness.now)
    harness.pressLong()
    harness.drag(to: harness.buttonCenter + Vector(dx: -200, dy: 0), over: .milliseconds(200))
    harness.advance(by: .seconds(1))
    harness.release()
    let frame = harness.control.button.control.frame(at: harness.now)
    harness.advance(by: .seconds(1))
    #expect(harness.control.button.control.frame(at: harness.now) == frame)
    #expect(frame.maxX == Theme.Window.size.width - Theme.light.floatingButton.margin)
  }

  @Test func `stop and restart the caret blinking`() {
    var harness = window()
    // The animation of the field's label ends.
    harness.advance(by: .seconds(1))
    #expect(harness.control.nextChange(after: harness.now) != nil)
    harness.control.apply(changed { $0.caret.blinks = false }, at: harness.now)
    #expect(harness.control.nextChange(after: harness.now) == nil)
    harness.control.apply(DesktopSettings(), at: harness.now)
    #expect(harness.control.nextChange(after: harness.now) != nil)
  }
}
