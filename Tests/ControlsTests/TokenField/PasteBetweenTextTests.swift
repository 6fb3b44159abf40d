import Scene
import Testing

@testable import Controls

@Suite struct `Paste between text runs` {
  private typealias Editor = TokenEditor<TextTokenAdapter>

  private static func letters(_ count: Int) -> [TokenFieldElement<TextToken>] {
    [TokenFieldElement<TextToken>](repeating: .text("x"), count: count)
  }

  @Test(arguments: [6000, 10_000])
  func `creates tokens between runs of any length`(count: Int) {
    let elements = Self.letters(count) + .tokens([0]) + Self.letters(count)
    var editor = Editor(of: elements, duplicates: .allow)
    editor.selection = .range(count, count + 1)
    let isPasted = editor.paste("y,z,")
    // The first token is joined with the text before it.
    let expected = "[\(String(repeating: "x", count: count))y][z]"
    let isExpected = editor.notation == expected + String(repeating: "x", count: count)
    #expect(isPasted && isExpected)
  }

  @Test(arguments: [(4000, 4000), (4001, 1), (1, 4001), (4001, 4001)])
  func `keeps text at either end if it fits with the adjacent text`(
    first: Int, last: Int
  ) {
    var editor = Editor(
      of: Self.letters(6000) + .tokens([0]) + Self.letters(6000), duplicates: .allow)
    editor.selection = .range(6000, 6001)
    let destination = PasteDestination(in: editor, number: 0)
    var bytes: [UInt8] = []
    Netstring.append(Array(("s" + String(repeating: "a", count: first)).utf8), to: &bytes)
    Netstring.append(Array("t5 y".utf8), to: &bytes)
    Netstring.append(Array(("s" + String(repeating: "b", count: last)).utf8), to: &bytes)
    var content = PastedContent<TextTokenAdapter>(
      .init(type: .tokens, bytes: ReceivedBytes(copying: bytes.span)))
    while content.read(atMost: 1 << 15, for: &editor) == .incomplete {}
    var merge = editor.makeMerge(of: content, at: destination)
    _ = merge?.advance(in: &editor, limit: .max)
    guard let merge else {
      Issue.record("the list fits")
      return
    }
    let isFirstText = merge.elements[0].isText
    let isLastText = merge.elements[merge.elements.count - 1].isText
    #expect(isFirstText == (first <= 4000) && isLastText == (last <= 4000))
    #expect(merge.cost == editor.cost(of: merge.elements), "the inserted elements only")
  }
}
