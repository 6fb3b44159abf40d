import DBus
import Scene
import TestSupport
import Testing

@testable import Windowing

@Suite struct `Desktop settings` {
  private func settings(_ values: [XSettings.Name: XSettings.Value]) -> DesktopSettings {
    DesktopSettings(XSettings(values), PortalAppearance())
  }

  @Test func `equal the defaults if nothing is defined`() {
    #expect(settings([:]) == DesktopSettings())
  }

  @Test func `contain the blinking of the caret`() {
    let caret = settings([
      .cursorBlink: .integer(1), .cursorBlinkTime: .integer(1200), .cursorBlinkTimeout: .integer(7),
    ]).caret
    #expect(caret.blinks && caret.period == .milliseconds(1200) && caret.timeout == .seconds(7))
  }

  @Test(arguments: [XSettings.Name.cursorBlink, .cursorBlinkTime, .cursorBlinkTimeout])
  func `disable caret blinking by any value of 0`(name: XSettings.Name) {
    #expect(!settings([name: .integer(0)]).caret.blinks)
  }

  @Test func `contain double-click time and distance, and drag threshold`() {
    let settings = settings([
      .doubleClickTime: .integer(250), .doubleClickDistance: .integer(7), .dndDragThreshold: .integer(30),
    ])
    #expect(settings.doubleClickTime == .milliseconds(250))
    #expect(settings.doubleClickDistance == 7)
    #expect(settings.dragThreshold == 30)
  }

  @Test func `row 36: enable pasting the selection unless it is disabled`() {
    #expect(settings([:]).pastesSelection)
    #expect(settings([.enablePrimaryPaste: .integer(1)]).pastesSelection)
    #expect(!settings([.enablePrimaryPaste: .integer(0)]).pastesSelection)
  }

  @Test(arguments: [Int32.min, -1, 0, 1, .max])
  func `are clamped to their ranges`(number: Int32) throws {
    let all = XSettings.Name.allCases.map { ($0, XSettings.Value.integer(number)) }
    let settings = settings(Dictionary(uniqueKeysWithValues: all))
    let click = try #require(settings.doubleClickTime)
    #expect((.milliseconds(50)...(.seconds(5))).contains(click))
    #expect((0...500).contains(try #require(settings.doubleClickDistance)))
    #expect((1...500).contains(try #require(settings.dragThreshold)))
    #expect(settings.pointer.size.map((8...512).contains) != false)
    #expect(settings.caret.blinks == (number > 0))
    if let period = settings.caret.period {
      #expect((.milliseconds(100)...(.seconds(60))).contains(period))
    }
    if let timeout = settings.caret.timeout {
      #expect((.seconds(1)...(.seconds(86_400))).contains(timeout))
    }
  }

  @Test func `contain the cursor theme and size`() {
    let pointer = settings([
      .cursorThemeName: .string("Adwaita"), .cursorThemeSize: .integer(48),
    ]).pointer
    #expect(pointer.themeName == "Adwaita" && pointer.size == 48)
  }

  @Test func `contain the font family`() {
    #expect(settings([.fontName: .string("Cantarell Light 11")]).fontFamily == "Cantarell")
    #expect(settings([.fontName: .string("Sans 10")]).fontFamily == nil)
    #expect(settings([:]).fontFamily == nil)
  }

  @Test(arguments: [
    ("Adwaita-dark", true), ("Arc_Dark", true), ("Adwaita:dark", true),
    ("HighContrastInverse", true), ("Adwaita", false), ("Darkness", false), ("", false),
  ])
  func `detect a dark theme by its name`(name: String, isDark: Bool) {
    #expect(settings([.themeName: .string(name)]).colorScheme == (isDark ? .dark : nil))
  }

  @Test func `prefer the portal to the theme name`() {
    var portal = PortalAppearance()
    portal.set(.string("color-scheme"), to: .uint32(2))
    let dark = XSettings([
      .themeName: .string("Adwaita-dark"), .applicationPreferDarkTheme: .integer(1),
    ])
    #expect(DesktopSettings(dark, portal).colorScheme == .light)
    #expect(DesktopSettings(dark, PortalAppearance()).colorScheme == .dark)
  }

  @Test func `reduce motion if XSETTINGS or the portal does`() {
    var portal = PortalAppearance()
    portal.set(.string("reduced-motion"), to: .uint32(1))
    let noMotion = XSettings([.enableAnimations: .integer(0)])
    #expect(DesktopSettings(XSettings(), PortalAppearance()).allowsMotion)
    #expect(!DesktopSettings(noMotion, PortalAppearance()).allowsMotion)
    #expect(!DesktopSettings(XSettings(), portal).allowsMotion)
  }

  @Test func `use high contrast if the theme or the portal does`() {
    var portal = PortalAppearance()
    portal.set(.string("contrast"), to: .uint32(1))
    let theme = XSettings([.themeName: .string("HighContrast")])
    #expect(DesktopSettings(theme, PortalAppearance()).wantsHighContrast)
    #expect(DesktopSettings(XSettings(), portal).wantsHighContrast)
  }
}
