import Scene
import Testing

@testable import Controls

@Suite struct `A list that is pasted between texts` {
  private typealias Editor = TokenEditor<TextTokens>

  private static func letters(_ count: Int) -> [TokenUnit<TextToken>] {
    [TokenUnit<TextToken>](repeating: .text("x"), count: count)
  }

  @Test(arguments: [6000, 10_000])
  func `makes tokens there, however long those are`(count: Int) {
    let units = Self.letters(count) + .tokens([0]) + Self.letters(count)
    var editor = Editor(of: units, duplicates: .allow)
    editor.selection = .range(count, count + 1)
    let isPut = editor.paste("y,z,")
    // The first of them takes along the text that is before it.
    let expected = "[\(String(repeating: "x", count: count))y][z]"
    let isExpected = editor.words == expected + String(repeating: "x", count: count)
    #expect(isPut && isExpected)
  }

  @Test(arguments: [(4000, 4000), (4001, 1), (1, 4001), (4001, 4001)])
  func `has as much text at either end as there is room for beside the text there`(
    first: Int, last: Int
  ) {
    var editor = Editor(
      of: Self.letters(6000) + .tokens([0]) + Self.letters(6000), duplicates: .allow)
    editor.selection = .range(6000, 6001)
    let place = PastePlace(in: editor, order: 0)
    var bytes: [UInt8] = []
    Netstring.append(Array(("s" + String(repeating: "a", count: first)).utf8), to: &bytes)
    Netstring.append(Array("t5 y".utf8), to: &bytes)
    Netstring.append(Array(("s" + String(repeating: "b", count: last)).utf8), to: &bytes)
    var content = PastedContent<TextTokens>(
      .init(type: .tokens, bytes: ReceivedBytes(copying: bytes.span)))
    while content.read(atMost: 1 << 15, for: &editor) == .unfinished {}
    var insertion = editor.insertion(of: content, at: place)
    _ = insertion?.goOn(in: &editor, atMost: .max)
    guard let insertion else {
      Issue.record("there is room for it")
      return
    }
    let isFirstText = insertion.units[0].isText
    let isLastText = insertion.units[insertion.units.count - 1].isText
    #expect(isFirstText == (first <= 4000) && isLastText == (last <= 4000))
    #expect(insertion.cost == editor.cost(of: insertion.units), "of what is put in")
  }
}
