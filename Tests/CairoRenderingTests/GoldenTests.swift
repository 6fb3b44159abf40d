import CairoRendering
import Glibc
import Scene
import TestSupport
import Testing

@Suite struct `Golden images` {
  @Test func `draw all kinds of shapes`() throws {
    try expectGolden("shapes", size: Size(width: 160, height: 100)) { list, _ in
      drawShapes(&list)
    }
    try expectGolden("shapes", size: Size(width: 160, height: 100), scale: 2) { list, _ in
      drawShapes(&list)
    }
  }

  @Test func `draw text in four weights, on whole pixels and between pixels`() throws {
    try expectGolden("text", size: Size(width: 150, height: 90)) { list, text in
      list.fill(.rect(Rect(x: 0, y: 0, width: 150, height: 90)), .white)
      for (row, weight) in [TextStyle.Weight.regular, .medium, .semibold, .bold].enumerated() {
        let style = TextStyle(family: "Inter", size: 13, weight: weight)
        let metrics = text.metrics(of: "Illuminated, 8!", style: style)
        let y = Double(16 + 18 * row)
        list.text("Illuminated, 8!", style, .black, at: Point(x: 4, y: y), metrics: metrics)
        list.text(
          "will", style, .black, at: Point(x: 120.4, y: y + 0.5),
          metrics: text.metrics(of: "will", style: style), placement: .exact)
      }
    }
  }

  @Test func `detect one pixel that differs by one, and write an image of the difference`() throws {
    try withTemporaryDirectory { directory in
      let golden = ImageBuffer(width: 8, height: 8)
      golden[3, 3] = 0xFF10_2030
      try golden.writePNG(to: directory + "/spot.png")
      try expectGolden("spot", golden, in: directory)

      let other = ImageBuffer(width: 8, height: 8)
      other[3, 3] = 0xFF10_2031
      try expectGolden("spot", other, maxDifference: 1, totalPixels: 1, in: directory)
      withKnownIssue { try expectGolden("spot", other, totalPixels: 1, in: directory) }
      withKnownIssue { try expectGolden("spot", other, maxDifference: 1, in: directory) }

      let actual = try ImageBuffer(contentsOfPNG: directory + "/spot.new.png")
      #expect(actual[3, 3] == 0xFF10_2031)
      let difference = try ImageBuffer(contentsOfPNG: directory + "/spot.diff.png")
      #expect(difference[3, 3] == 0xFF00_0010)
      #expect(difference[0, 0] == 0xFF00_0000)
    }
  }

  @Test func `fail when the golden image is missing or has another size`() throws {
    try withTemporaryDirectory { directory in
      let picture = ImageBuffer(width: 4, height: 4)
      withKnownIssue { try expectGolden("spot", picture, in: directory) }
      #expect(access(directory + "/spot.new.png", R_OK) == 0)
      try ImageBuffer(width: 4, height: 5).writePNG(to: directory + "/spot.png")
      withKnownIssue { try expectGolden("spot", picture, in: directory) }
    }
  }
}

private func drawShapes(_ list: inout DisplayList) {
  let card = RoundedRect(Rect(x: 16, y: 12, width: 80, height: 50), cornerRadius: 12)
  let shadow = Shadow(color: .black.opacity(0.4), offset: Vector(dx: 0, dy: 4), blur: 5)
  list.fill(.rect(Rect(x: 0, y: 0, width: 160, height: 100)), .white)
  list.shadow(of: card, shadow)
  list.fill(.roundedRect(card), Color(hex: 0xFF3B30))
  list.stroke(.roundedRect(card.inset(by: 8.25)), .white, width: 1.5)
  list.fill(.rect(Rect(x: 104.5, y: 12.25, width: 20, height: 20)), Color(hex: 0x34C759))
  list.stroke(
    .path(
      Path(lines: [Point(x: 110, y: 50), Point(x: 116, y: 56), Point(x: 128, y: 42)])),
    .black, width: 2)
  list.group(.init(opacity: 0.5, clip: .circle(center: Point(x: 130, y: 74), radius: 20))) { list in
    list.fill(.rect(Rect(x: 100, y: 50, width: 40, height: 40)), Color(hex: 0x007AFF))
    list.fill(.rect(Rect(x: 120, y: 60, width: 40, height: 40)), .black)
  }
  list.stroke(
    .roundedRect(.capsule(Rect(x: 12, y: 74, width: 60, height: 20))), Color(hex: 0x007AFF),
    width: 2)
}

/// Runs `body` with a new directory and removes the directory with its files afterwards.
func withTemporaryDirectory(_ body: (String) throws -> Void) throws {
  var template = Array("/tmp/tactile-goldens-XXXXXX".utf8CString)
  let directory = try #require(mkdtemp(&template).map { String(cString: $0) })
  defer {
    for name in ["spot.png", "spot.new.png", "spot.diff.png"] { unlink("\(directory)/\(name)") }
    rmdir(directory)
  }
  try body(directory)
}
