import Scene
import ScreenDriver
import TestSupport
import Testing

@testable import CairoRendering

@Suite struct `Modified or bitmap font` {
  private static let style = TextStyle(family: "Inter", size: 24)

  /// The edits that a configuration may apply to every font.
  private static let edits = [
    "<edit name='embolden'><bool>true</bool></edit>",
    """
    <edit name='matrix'><matrix>
      <double>1</double><double>0.2</double><double>0</double><double>1</double>
    </matrix></edit>
    """,
    "<edit name='outline'><bool>false</bool></edit>",
    "<edit name='fontformat'><string>BDF</string></edit>",
  ]

  @Test(arguments: edits) func `is drawn by Pango`(edit: String) async {
    await #expect(processExitsWith: .success) { [edit] in
      let fonts = try PrivateFonts(rules: "<match target='font'>\(edit)</match>")
      let renderer = try Renderer()
      #expect(renderer.shaper.line("Submit", style: Self.style) is PangoLine)
      #expect(renderer.shaper.typefaces.typeface(for: Self.style) == nil)
      #expect(renderer.metrics(of: "Submit", style: Self.style).advance > 40)
      let matches = try #require(renderer.takeNewFontMatches())
      #expect(matches.matches.map(\.file) == [nil] && matches.isUpToDate)
      withExtendedLifetime(fonts.configuration) {}
    }
  }

  @Test func `is not opened as a typeface when it contains only bitmaps`() async {
    await #expect(processExitsWith: .success) {
      let fonts = try PrivateFonts([])
      try write(Self.bitmap, toFile: fonts.path(of: "dots.bdf"))
      let renderer = try Renderer()
      #expect(renderer.shaper.typefaces.typeface(for: Self.style) == nil)
      _ = renderer.metrics(of: "A", style: Self.style)
    }
  }

  /// A font with one letter, in Adobe's Glyph Bitmap Distribution Format 2.1.
  private static let bitmap = """
    STARTFONT 2.1
    FONT -tactile-Dots-Medium-R-Normal--8-80-75-75-C-80-ISO10646-1
    SIZE 8 75 75
    FONTBOUNDINGBOX 8 8 0 0
    STARTPROPERTIES 3
    FAMILY_NAME "Dots"
    FONT_ASCENT 8
    FONT_DESCENT 0
    ENDPROPERTIES
    CHARS 1
    STARTCHAR A
    ENCODING 65
    SWIDTH 1000 0
    DWIDTH 8 0
    BBX 8 8 0 0
    BITMAP
    FF
    81
    81
    81
    81
    81
    81
    FF
    ENDCHAR
    ENDFONT

    """
}
