import Scene
import TestSupport
import Testing

@testable import CairoRendering

/// A comparison of text shaped by HarfBuzz with text laid out by Pango. A zero-width character in
/// the text selects Pango.
@Suite struct `HarfBuzz text compared with Pango` {
  /// A set of letters and the fonts that contain them.
  enum Alphabet: CaseIterable {
    case latin, greek, cyrillic, bars

    /// The strings from which texts are composed. `bars` has mainly kerning pairs and ligatures.
    var samples: [String] {
      switch self {
      case .latin:
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ".map(String.init) + Self.symbols
          + "éèêëÅåßñçÇøØœŒžŽšťďĽğŞőűİı".map(String.init)
          + ["AV", "To", "Ty", "LT", "Ya", "P.", "fi", "ffi", "fl", "ff", "fj", "e\u{301}", "x̌"]
      case .greek:
        "αβγδεζηθικλμνξοπρσςτυφχψωΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩάέήίόύώϊϋΐΰΆΈΉΊΌΎΏ".map(String.init)
          + Self.symbols + ["ΑΥ", "Γο", "Τα", "ΔΥ", "ρ."]
      case .cyrillic:
        "абвгдежзийклмнопрстуфхцчшщъыьэюяАБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯёЁђћѓќљњџїіє"
          .map(String.init) + Self.symbols + ["Га", "То", "АУ", "Р.", "а\u{301}"]
      case .bars: ["AV", "To", "fi", "ffi", "A", "V", "T", "o", "f", "i", " "]
      }
    }

    private static let symbols = "0123456789 .,:;!?-+*/=()'\"@#%&".map(String.init)

    var fonts: FontSource { self == .latin ? .test : .supplementary }
    var family: String { self == .bars ? "Bars" : "Inter" }

    func text(using generator: inout SeededGenerator) -> String {
      let samples = samples
      return (0..<Int.random(in: 1...12, using: &generator))
        .map { _ in samples.randomElement(using: &generator) ?? "" }.joined()
    }
  }

  @Test(arguments: Alphabet.allCases, seeds(12))
  func `has the same metrics and image at every scale`(alphabet: Alphabet, seed: Int) throws {
    var generator = SeededGenerator(seed: seed)
    let renderer = try Renderer(fonts: alphabet.fonts)
    let text = alphabet.text(using: &generator)
    let weights = [TextStyle.Weight.regular, .medium, .semibold, .bold]
    let style = TextStyle(
      family: alphabet.family, size: .random(in: 9...32, using: &generator),
      weight: weights.randomElement(using: &generator) ?? .regular)
    let pangoText = text + "\u{200B}"
    #expect(renderer.shaper.line(text, style: style) is HarfBuzzLine, "\(text)")
    #expect(renderer.shaper.line(pangoText, style: style) is PangoLine)
    let metrics = [text, pangoText].map { renderer.metrics(of: $0, style: style) }
    // Pango rounds each glyph to 1/1024 of a pixel.
    #expect(abs(metrics[0].advance - metrics[1].advance) < 0.002 * Double(text.count + 1))
    #expect(abs(metrics[0].height - metrics[1].height) < 0.01)
    let scale = [1, 1.25, 1.5, 2][seed % 4]
    let plain = try picture(text, style, scale, by: renderer)
    let other = try picture(pangoText, style, scale, by: renderer)
    let difference = Self.difference(plain, other)
    // Cairo samples fifteen rows of a pixel; FreeType computes exact coverage. The differences are
    // along the edges, which are a smaller part of a large letter.
    #expect(difference.maximum <= 56, "\(text)")
    #expect(difference.share * style.size * scale < 0.8, "\(text)")
  }

  /// Inter has alternates by which "<-" is an arrow and "3x4" has a multiplication sign.
  @Test(arguments: ["", "\u{200B}"]) func `draws each character as itself`(selector: String) throws {
    let renderer = try Renderer(fonts: .system)
    let style = TextStyle(family: "Inter", size: 20)
    func width(_ text: String) -> Double { renderer.metrics(of: text + selector, style: style).advance }
    for text in ["<-", "->", "=>", "<=", "!=", "3x4"] {
      let sum = text.reduce(0) { $0 + width(String($1)) }
      #expect(abs(width(text) - sum) < 1, "\(text)")
    }
  }

  private func picture(
    _ text: String, _ style: TextStyle, _ scale: Double, by renderer: Renderer
  ) throws -> ImageBuffer {
    var list = DisplayList()
    list.text(
      text, style, .black, at: Point(x: 4.5, y: 45),
      metrics: renderer.metrics(of: text, style: style), placement: .exact)
    let image = ImageBuffer(size: Size(width: 480, height: 60), scale: scale)
    try image.withBitmap { bitmap throws(RenderingError) in try renderer.draw(list, into: bitmap) }
    return image
  }

  /// Returns the largest difference in the coverage of a pixel, and the difference of all pixels as
  /// a share of the total coverage of both images.
  private static func difference(
    _ a: borrowing ImageBuffer, _ b: borrowing ImageBuffer
  ) -> (maximum: Int, share: Double) {
    var (maximum, sum, ink) = (0, 0, 1)
    for y in 0..<a.height {
      for x in 0..<a.width {
        let (first, second) = (Int(a[x, y] >> 24), Int(b[x, y] >> 24))
        maximum = max(maximum, abs(first - second))
        sum += abs(first - second)
        ink += first + second
      }
    }
    return (maximum, Double(sum) / Double(ink))
  }
}
