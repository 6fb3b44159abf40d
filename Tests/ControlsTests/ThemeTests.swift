import Controls
import Scene
import TestSupport
import Testing

@Suite struct `Control theme` {
  @Test(arguments: [
    (Theme.light, 0xFF3B30, 0x34C759, 0x007AFF), (.dark, 0xFF453A, 0x30D158, 0x0A84FF),
  ]) func `W3 has the exact system colors`(theme: Theme, red: UInt32, green: UInt32, blue: UInt32) {
    let colors = theme.colors
    #expect(
      colors.red == Color(hex: red) && colors.green == Color(hex: green) && colors.blue == Color(hex: blue))
  }

  @Test(arguments: [Theme.light, .dark]) func `W3 keeps a contrast of 4.5 for text`(theme: Theme) {
    let colors = theme.colors
    for backdrop in [colors.window, colors.card, colors.raised, colors.field] {
      #expect(colors.text.contrast(with: backdrop) >= 4.5)
      #expect(colors.secondaryText.contrast(with: backdrop) >= 4.5)
    }
    let tints = [
      colors.blue.opacity(theme.tokenField.tokenOpacity),
      colors.blue.opacity(theme.tokenField.selectedOpacity), colors.selection,
    ]
    for tint in tints {
      #expect(colors.text.contrast(with: tint.over(colors.field)) >= 4.5)
    }
  }

  @Test func `ends the search for a selection color if the text has too little contrast on its own`() {
    var theme = Theme.light
    theme.colors.text = Color(hex: 0x808080)
    let accented = theme.accented(by: Color(hex: 0x9141AC))
    #expect((0.01...0.05).contains(accented.colors.selection.alpha))
  }

  @Test(arguments: [Theme.light, .dark]) func `W3 keeps a contrast of 3 for large labels`(
    theme: Theme
  ) {
    let colors = theme.colors
    #expect(colors.onRed == .white && colors.onGreen == .black)
    #expect(colors.onRed.contrast(with: colors.red) >= 3)
    #expect(colors.onGreen.contrast(with: colors.green) >= 3)
    #expect(colors.blue.contrast(with: colors.card) >= 3)
    // Large text is at least 24 px, or 18.66 px if bold (WCAG).
    #expect(theme.fonts.buttonLabel.size >= 24)
    #expect(theme.fonts.submit.size >= 18.66 && theme.fonts.submit.weight == .bold)
  }

  @Test(arguments: [Theme.light, .dark]) func `W3 has a contrast of 3 for focus and selection`(
    theme: Theme
  ) {
    let colors = theme.colors
    #expect(colors.blue.contrast(with: colors.field) >= 3, "outline and caret")
    let ring = colors.blue.opacity(theme.focusRing.opacity)
    for backdrop in [colors.window, colors.card] {
      #expect(ring.over(backdrop).contrast(with: backdrop) >= 3)
    }
  }

  private static let highContrast: [Theme] = [.lightHighContrast, .darkHighContrast]

  @Test(arguments: highContrast) func `has a text contrast of 7 with high contrast`(theme: Theme) {
    let colors = theme.colors
    for backdrop in [colors.window, colors.card, colors.raised, colors.field] {
      #expect(colors.text.contrast(with: backdrop) >= 7)
      #expect(colors.secondaryText.contrast(with: backdrop) >= 7)
      #expect(colors.blue.contrast(with: backdrop) >= 4.5)
      #expect(colors.fieldOutline.contrast(with: backdrop) >= 4.5)
      #expect(colors.raisedOutline.over(backdrop).contrast(with: backdrop) >= 4.5)
    }
    #expect(colors.onRed.contrast(with: colors.red) >= 4.5)
    #expect(colors.onGreen.contrast(with: colors.green) >= 4.5)
    for tint in [colors.selection, colors.blue.opacity(theme.tokenField.selectedOpacity)] {
      #expect(colors.text.contrast(with: tint.over(colors.field)) >= 7)
    }
  }

  private static let all: [Theme] = [.light, .dark, .lightHighContrast, .darkHighContrast]

  @Test(arguments: seeds(100)) func `is legible with any accent color`(seed: Int) {
    var random = SeededGenerator(seed: seed)
    let accent = Color(
      red: .random(in: 0...1, using: &random), green: .random(in: 0...1, using: &random),
      blue: .random(in: 0...1, using: &random))
    for theme in Self.all { expectLegible(theme.accented(by: accent)) }
  }

  @Test(arguments: [Color.white, .black, Color(hex: 0x808080), Color(hex: 0xFFFF00)])
  func `is legible with a gray, white, black or yellow accent`(accent: Color) {
    for theme in Self.all { expectLegible(theme.accented(by: accent)) }
  }

  private func expectLegible(_ theme: Theme) {
    let colors = theme.colors
    let ring = colors.accent.opacity(theme.focusRing.opacity)
    for backdrop in [colors.window, colors.card, colors.raised, colors.field] {
      #expect(ring.over(backdrop).contrast(with: backdrop) >= 3)
    }
    #expect(colors.text.contrast(with: colors.selection.over(colors.field)) >= 4.5)
    #expect(colors.onAccent.contrast(with: colors.accent) >= 3)
  }

  @Test func `W3 keeps its own colors with any accent`() {
    let colors = Theme.light.accented(by: Color(hex: 0x9141AC)).colors
    #expect(colors.accent == Color(hex: 0x9141AC))
    #expect(colors.blue == Theme.light.colors.blue && colors.red == Theme.light.colors.red)
  }

  @Test func `does not change if the accent is not a valid color`() {
    for number in [Double.nan, .infinity, -1, 2] {
      #expect(Theme.dark.accented(by: Color(red: number, green: 0, blue: 0)) == .dark)
    }
  }
}

private struct SampleStyle: ThemeStyle {
  var length = 4.0
}

private struct OtherStyle: ThemeStyle {
  var name = "other"
}

@Suite struct `Theme styles of other modules` {
  @Test func `have their default values until they are set, each type of its own`() {
    var theme = Theme.light
    #expect(theme[SampleStyle.self].length == 4)
    theme[SampleStyle.self].length = 5
    #expect(theme[SampleStyle.self].length == 5 && theme[OtherStyle.self].name == "other")
    #expect(theme != .light && theme.hashValue != Theme.light.hashValue)
    #expect(Theme.dark[SampleStyle.self].length == 4)
    theme[SampleStyle.self].length = 4
    var other = Theme.light
    other[SampleStyle.self] = SampleStyle()
    #expect(theme == other)
  }
}

@Suite struct `Settling threshold of an environment` {
  @Test func `is half a device pixel in the unit of the value`() {
    let environment = Environment(text: FixedTextMetrics(), scale: 2)
    #expect(environment.threshold(overTravel: 1) == 0.25)
    #expect(environment.threshold(overTravel: 50) == 0.005)
    #expect(environment.threshold(overTravel: 0.1) == 2.5)
    for travel in [0, -1, Double.nan] { #expect(environment.threshold(overTravel: travel) == 0.25) }
  }
}
