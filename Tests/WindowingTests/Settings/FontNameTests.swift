import Testing

@testable import Windowing

@Suite struct `Desktop font name` {
  @Test(arguments: [
    ("Cantarell 11", "Cantarell"), ("Noto Sans, 10", "Noto Sans"), ("Fira Sans", "Fira Sans"),
    ("Ubuntu Light 10.5", "Ubuntu"), ("DejaVu Sans Semi-Condensed Bold Oblique 9", "DejaVu Sans"),
    ("Arial Black, 10", "Arial Black"), ("Source Sans 3 11", "Source Sans 3"),
    ("Cantarell,Ubuntu 11", "Cantarell, Ubuntu"), ("  Open  Sans   10px  ", "Open Sans"),
  ])
  func `returns the family`(name: String, family: String) {
    #expect(FontName(name).family == family)
  }

  @Test(arguments: [
    "Sans 10", "sans-serif 11", "Sans Serif, 10", "Monospace Bold 12", "system-ui", "Bold 10",
    "Bold Italic", "11", "", " ", ",", String(repeating: "x", count: 5000) + " 10",
  ])
  func `returns nil for a generic or missing family`(name: String) {
    #expect(FontName(name).family == nil)
  }
}
