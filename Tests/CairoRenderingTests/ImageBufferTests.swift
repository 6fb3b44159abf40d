import CairoRendering
import Glibc
import Scene
import TestSupport
import Testing

@Suite struct `Image buffer` {
  @Test func `is transparent at first and large enough for its logical size`() {
    let image = ImageBuffer(size: Size(width: 10.2, height: 4), scale: 1.5)
    #expect(image.width == 16 && image.height == 6)
    #expect(image[15, 5] == 0)
  }

  @Test(arguments: seeds(10)) func `is unchanged after a PNG round trip`(seed: Int) throws {
    try withTemporaryDirectory { directory in
      var generator = SeededGenerator(seed: seed)
      let image = ImageBuffer(width: 13, height: 7)
      for y in 0..<7 { for x in 0..<13 { image[x, y] = pixel(using: &generator) } }
      try image.writePNG(to: directory + "/spot.png")
      let copy = try ImageBuffer(contentsOfPNG: directory + "/spot.png")
      #expect(ImageDifference(image, copy).isNone)
    }
  }

  @Test func `throws an error with the reason when a file cannot be read or written`() {
    #expect(throws: RenderingError.drawing("file not found")) {
      _ = try ImageBuffer(contentsOfPNG: "/nowhere/at-all.png")
    }
    #expect(throws: RenderingError.self) { _ = try ImageBuffer(contentsOfPNG: #filePath) }
    #expect(throws: RenderingError.self) {
      try ImageBuffer(width: 1, height: 1).writePNG(to: "/nowhere/at-all.png")
    }
  }

  @Test func `throws an error with the directory that contains no fonts`() {
    #expect(throws: RenderingError.noFonts(directory: "/nowhere")) {
      _ = try Renderer(fonts: .directory("/nowhere"))
    }
  }

  @Test func `throws an error when no fonts are installed`() async {
    await #expect(processExitsWith: .success) {
      let configuration = "/tmp/tactile-no-fonts-\(getpid()).conf"
      let file = try #require(fopen(configuration, "w"))
      fputs("<fontconfig></fontconfig>", file)
      fclose(file)
      defer { unlink(configuration) }
      setenv("FONTCONFIG_FILE", configuration, 1)
      #expect(throws: RenderingError.noFonts(directory: nil)) { _ = try Renderer() }
    }
  }

  @Test func `traps when a pixel is out of bounds`() async {
    await #expect(processExitsWith: .failure) { _ = ImageBuffer(width: 2, height: 2)[2, 0] }
  }

  /// Returns a random premultiplied pixel, of which no color exceeds the alpha.
  private func pixel(using generator: inout SeededGenerator) -> UInt32 {
    let alpha = UInt32.random(in: 0...255, using: &generator)
    return (0..<3).reduce(alpha) { pixel, _ in
      pixel << 8 | UInt32.random(in: 0...alpha, using: &generator)
    }
  }
}
