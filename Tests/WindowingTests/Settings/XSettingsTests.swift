import ScreenDriver
import Testing

@testable import Windowing

@Suite struct `XSETTINGS property` {
  private static let sample: [String: XSettingsEncoder.Value] = [
    "Net/DoubleClickTime": .integer(250), "Gtk/FontName": .string("Cantarell 11"),
    "Gtk/EnableAnimations": .integer(0), "Net/ThemeName": .string(""),
    "Xft/DPI": .string("as text"), "Gtk/ColorPalette": .color(1, 2, 3, 0xFFFF),
    "Some/Body’sOwn": .string(String(repeating: "x", count: 1001)),
  ]

  @Test(arguments: [false, true])
  func `is read in both byte orders`(isBigEndian: Bool) throws {
    let settings = try #require(
      XSettings(XSettingsEncoder.bytes(Self.sample, isBigEndian: isBigEndian)))
    #expect(settings.integer(.doubleClickTime) == 250)
    #expect(settings.isOn(.enableAnimations) == false)
    #expect(settings.string(.fontName) == "Cantarell 11")
  }

  @Test func `returns nil for a missing, empty or wrongly typed setting`() throws {
    let settings = try #require(XSettings(XSettingsEncoder.bytes(Self.sample)))
    #expect(settings.integer(.cursorBlink) == nil && settings.isOn(.cursorBlink) == nil)
    #expect(settings.string(.themeName) == nil)
    #expect(settings.integer(.dpi) == nil)
  }

  @Test func `reads a negative number`() throws {
    let settings = try #require(XSettings(XSettingsEncoder.bytes(["Xft/DPI": .integer(-1)])))
    #expect(settings.integer(.dpi) == -1)
  }

  @Test func `may have trailing bytes`() {
    #expect(XSettings(XSettingsEncoder.bytes(Self.sample) + [1, 2, 3]) != nil)
  }

  @Test func `is invalid when it is truncated`() {
    let bytes = XSettingsEncoder.bytes(Self.sample)
    for count in bytes.indices { #expect(XSettings(Array(bytes.prefix(count))) == nil) }
  }

  @Test func `is invalid with an unknown byte order`() {
    var bytes = XSettingsEncoder.bytes(Self.sample)
    bytes[0] = 2
    #expect(XSettings(bytes) == nil)
  }
}
