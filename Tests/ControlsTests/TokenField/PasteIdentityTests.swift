import Scene
import Testing

@testable import Controls

@Suite struct `Pasted token identity` {
  private typealias Editor = TokenEditor<CoarseTokenAdapter>
  private typealias Element = TokenFieldElement<CoarseToken>

  private static func elements(_ numbers: [Int]) -> [Element] {
    numbers.map { .token(CoarseToken(id: CoarseID(number: $0))) }
  }

  /// - Returns: The numbers of the inserted tokens, and the number of tokens left out.
  private static func paste(_ numbers: [Int], beside existing: [Int]) -> ([Int], lostCount: Int) {
    var editor = Editor(
      existing.map { CoarseToken(id: CoarseID(number: $0)) }, adapter: CoarseTokenAdapter(),
      configuration: TokenFieldConfiguration())
    let content = PastedContent<CoarseTokenAdapter>(copying: ElementSequence(elements(numbers)))
    let merge = editor.merge(content, at: [0..<0])
    return (merge?.elements.compactMap { $0.token?.id.number } ?? [], merge?.uncopyableCount ?? 0)
  }

  @Test(arguments: [
    ([1, 2, 2, 1], [], [1, 2]), ([1, 2, 3], [2], [1, 3]), ([1, 2, 3], [3, 1, 2], []),
    ([1, 2, 3, 3, 2, 4], [4, 5], [1, 2, 3]), ([1, 2], [3], [1, 2]),
  ])
  func `is unique, even if all hash values are equal`(
    pasted: [Int], there: [Int], expected: [Int]
  ) {
    let (numbers, lostCount) = Self.paste(pasted, beside: there)
    #expect(numbers == expected && lostCount == pasted.count - expected.count)
  }
}

/// An identity whose hash value is always the same.
private struct CoarseID: Hashable {
  let number: Int

  func hash(into hasher: inout Hasher) {}
}

private struct CoarseToken: Identifiable {
  let id: CoarseID
}

/// An adapter for tokens that cannot be converted to text or copied.
private struct CoarseTokenAdapter: TokenAdapter {
  func size(of token: CoarseToken, within width: Double, in environment: Environment) -> Size {
    .zero
  }

  func draw(
    _ token: CoarseToken, in frame: Rect, state: TokenState, environment: Environment,
    into list: inout DisplayList
  ) {}

  func name(of token: CoarseToken) -> String { "\(token.id.number)" }
}
