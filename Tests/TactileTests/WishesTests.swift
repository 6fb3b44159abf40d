import Controls
import Motion
import PasswordForm
import Scene
import Secrets
import TestSupport
import Testing
import X11Shell

@testable import Tactile

@Suite struct `What a person wants of the window` {
  private func desktop(_ change: (inout DesktopSettings) -> Void) -> DesktopSettings {
    var settings = DesktopSettings()
    change(&settings)
    return settings
  }

  @Test func `W3 is light where nobody says anything, and else the desktop's`() {
    #expect(Wishes().theme == .light)
    #expect(Wishes(desktop: desktop { $0.colorScheme = .dark }).theme == .dark)
    #expect(Wishes(desktop: desktop { $0.colorScheme = .light }).theme == .light)
  }

  @Test(arguments: [DesktopSettings.ColorScheme.light, .dark])
  func `W3 is what was said here, before the desktop's`(scheme: DesktopSettings.ColorScheme) {
    let other = desktop { $0.colorScheme = scheme == .dark ? .light : .dark }
    let theme = Wishes(colorScheme: scheme, desktop: other).theme
    #expect(theme == (scheme == .dark ? .dark : .light))
  }

  @Test func `has more contrast where that is asked for`() {
    #expect(Wishes(desktop: desktop { $0.wantsHighContrast = true }).theme == .lightHighContrast)
    let dark = desktop {
      ($0.wantsHighContrast, $0.colorScheme, $0.accent) = (true, .dark, .black)
    }
    #expect(Wishes(desktop: dark).theme == .darkHighContrast)
  }

  @Test func `W3 takes an accent for what has no colour of its own`() {
    let purple = Color(hex: 0x9141AC)
    let colors = Wishes(desktop: desktop { $0.accent = purple }).theme.colors
    #expect(colors.accent == purple && colors.blue == Theme.light.colors.blue)
  }

  @Test func `is less motion where either asks, unless it was asked for here`() {
    let still = desktop { $0.allowsMotion = false }
    #expect(!Wishes().wantsLessMotion && Wishes(reducesMotion: true).wantsLessMotion)
    #expect(Wishes(desktop: still).wantsLessMotion)
    #expect(!Wishes(reducesMotion: false, desktop: still).wantsLessMotion)
  }

  @Test func `T5 is the usual caret where the desktop says nothing`() {
    #expect(Wishes().preferences == Preferences())
  }

  @Test func `is the desktop's rhythm and patience`() {
    let settings = desktop {
      $0.caret.period = .milliseconds(400)
      $0.caret.timeout = .seconds(3)
      $0.doubleClickTime = .milliseconds(250)
      $0.dragThreshold = 30
    }
    let preferences = Wishes(desktop: settings).preferences
    #expect(preferences.caretBlinkPeriod == .milliseconds(400))
    #expect(preferences.caretBlinkTimeout == .seconds(3))
    #expect(preferences.doubleClickTime == .milliseconds(250))
    #expect(preferences.dragThreshold == 30)
  }

  @Test func `B8 is no more patience with a drag where a desktop has its usual one`() {
    #expect(Wishes(desktop: desktop { $0.dragThreshold = 8 }).preferences.dragThreshold == 0)
  }

  @Test func `is a caret that stands still`() {
    let settings = desktop { $0.caret.blinks = false }
    #expect(Wishes(desktop: settings).preferences.caretBlinkPeriod == nil)
  }
}

@Suite struct `The window's contents on a desktop that changes` {
  private func changed(_ change: (inout DesktopSettings) -> Void) -> DesktopSettings {
    var settings = DesktopSettings()
    change(&settings)
    return settings
  }

  @Test func `W3 are dark with the next frame`() {
    var harness = window()
    harness.control.follow(changed { $0.colorScheme = .dark }, at: harness.now)
    #expect(harness.drawing().shapeColors.first == Theme.dark.colors.window)
    harness.control.follow(DesktopSettings(), at: harness.now)
    #expect(harness.drawing().shapeColors.first == Theme.light.colors.window)
  }

  @Test func `W3 keep the theme that was chosen in the window`() {
    var harness = window()
    harness.control.perform(.theme, at: harness.now)
    harness.control.follow(changed { $0.colorScheme = .light }, at: harness.now)
    #expect(harness.drawing().shapeColors.first == Theme.dark.colors.window)
  }

  @Test func `B6 put the button in its place at once where motion is not wanted`() {
    var harness = window()
    harness.control.follow(changed { $0.allowsMotion = false }, at: harness.now)
    harness.pressLong()
    harness.drag(to: harness.buttonCenter + Vector(dx: -200, dy: 0), over: .milliseconds(200))
    harness.advance(by: .seconds(1))
    harness.release()
    let frame = harness.control.button.control.frame(at: harness.now)
    harness.advance(by: .seconds(1))
    #expect(harness.control.button.control.frame(at: harness.now) == frame)
    #expect(frame.maxX == Theme.Window.size.width - Theme.FloatingButton.margin)
  }

  @Test func `stop the caret where it is not to blink, and let it blink again`() {
    var harness = window()
    // The field's label comes to rest.
    harness.advance(by: .seconds(1))
    #expect(harness.control.nextChange(after: harness.now) != nil)
    harness.control.follow(changed { $0.caret.blinks = false }, at: harness.now)
    #expect(harness.control.nextChange(after: harness.now) == nil)
    harness.control.follow(DesktopSettings(), at: harness.now)
    #expect(harness.control.nextChange(after: harness.now) != nil)
  }

  @Test func `lay everything out anew in another font`() {
    let text = WidenedTextMetrics()
    func open() -> ControlHarness<WindowContents> {
      var harness = ControlHarness(
        WindowContents(
          policy: .default, button: ButtonOptions(), in: Environment(text: text)))
      harness.control.resize(to: Theme.Window.size, at: harness.now)
      harness.settle()
      return harness
    }
    var harness = open()
    let before = harness.drawing()
    text.factor = 1.2
    harness.control.follow(changed { $0.fontFamily = "Wide" }, at: harness.now)
    harness.settle()
    let fresh = open()
    let (after, expected) = (harness.drawing(), fresh.drawing())
    #expect(after == expected)
    #expect(after != before)
  }

  @Test func `B11 keep caret and button in their places at another scale`() {
    var harness = window()
    harness.type("Passw0rd")
    harness.press(.left)
    let (caret, size) = (harness.control.form.control.password.selection, Theme.Window.size)
    let center = harness.buttonCenter
    for scale in [2.0, 1.25, 1.75, 1] {
      harness.control.resize(to: size, scale: scale, at: harness.now)
      #expect(harness.control.form.control.password.selection == caret)
      #expect(harness.buttonCenter.distance(to: center) <= 1)
      #expect(harness.control.button.nextChange(after: harness.now) == nil)
    }
    #expect(harness.buttonCenter == center)
  }
}

/// A font that can be replaced by a wider one.
private final class WidenedTextMetrics: TextMeasuring {
  var factor = 1.0
  private let metrics = FixedTextMetrics()

  func metrics(of text: String, style: TextStyle) -> TextMetrics {
    widened(metrics.metrics(of: text, style: style))
  }

  func line(of text: String, style: TextStyle) -> TextLine {
    var line = metrics.line(of: text, style: style)
    line.metrics = widened(line.metrics)
    for index in line.clusters.indices {
      let x = line.clusters[index].x
      line.clusters[index].x = x.lowerBound * factor...x.upperBound * factor
    }
    return line
  }

  func secretMetrics(of utf8: Span<UInt8>, style: TextStyle) -> TextMetrics {
    widened(metrics.secretMetrics(of: utf8, style: style))
  }

  private func widened(_ metrics: TextMetrics) -> TextMetrics {
    TextMetrics(
      advance: metrics.advance * factor, ascent: metrics.ascent, descent: metrics.descent,
      ink: metrics.ink)
  }
}
