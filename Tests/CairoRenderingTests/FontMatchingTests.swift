import Scene
import ScreenDriver
import TestSupport
import Testing

@testable import CairoRendering

@Suite struct `A font that is not drawn as its file has it` {
  private static let style = TextStyle(family: "Inter", size: 24)

  /// What a configuration may demand of every font.
  private static let demands = [
    "<edit name='embolden'><bool>true</bool></edit>",
    """
    <edit name='matrix'><matrix>
      <double>1</double><double>0.2</double><double>0</double><double>1</double>
    </matrix></edit>
    """,
    "<edit name='outline'><bool>false</bool></edit>",
    "<edit name='fontformat'><string>BDF</string></edit>",
  ]

  @Test(arguments: demands) func `is left to Pango`(demand: String) async {
    await #expect(processExitsWith: .success) { [demand] in
      let fonts = try PrivateFonts(rules: "<match target='font'>\(demand)</match>")
      let renderer = try Renderer()
      #expect(renderer.shaper.line("Submit", style: Self.style) is PangoLine)
      #expect(renderer.shaper.book.typeface(for: Self.style) == nil)
      #expect(renderer.metrics(of: "Submit", style: Self.style).advance > 40)
      let choices = try #require(renderer.takeNewFontChoices())
      #expect(choices.choices.map(\.file) == [nil] && choices.stillHold)
      withExtendedLifetime(fonts.configuration) {}
    }
  }

  @Test func `is a bitmap, which harms nobody`() async {
    await #expect(processExitsWith: .success) {
      let fonts = try PrivateFonts([])
      try write(Self.bitmap, toFile: fonts.path(of: "dots.bdf"))
      let renderer = try Renderer()
      #expect(renderer.shaper.book.typeface(for: Self.style) == nil)
      _ = renderer.metrics(of: "A", style: Self.style)
    }
  }

  /// One letter, in Adobe's Glyph Bitmap Distribution Format 2.1.
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
