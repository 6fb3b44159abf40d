import Testing

@testable import X11Shell

@Suite struct `A desktop's font` {
  @Test(arguments: [
    ("Cantarell 11", "Cantarell"), ("Noto Sans, 10", "Noto Sans"), ("Ubuntu Light 10.5", "Ubuntu"),
    ("DejaVu Sans Semi-Condensed Bold Oblique 9", "DejaVu Sans"),
    ("Arial Black, 10", "Arial Black"),
    ("Inter 14px", "Inter"), ("Fira Sans", "Fira Sans"),
    ("Cantarell,Ubuntu 11", "Cantarell, Ubuntu"),
    ("  Open  Sans   10  ", "Open Sans"), ("Source Sans 3 11", "Source Sans 3"),
  ])
  func `is known by its family`(name: String, family: String) {
    #expect(FontName(name).family == family)
  }

  @Test(arguments: [
    "Sans 10", "sans-serif 11", "Sans Serif, 10", "Monospace Bold 12", "system-ui", "", " ", ",",
    "11",
    "Bold 10", "Bold Italic", String(repeating: "x", count: 5000) + " 10",
  ])
  func `is nobody's choice where it names none`(name: String) {
    #expect(FontName(name).family == nil)
  }
}
