import Scene
import Testing

@testable import Controls

@Suite struct `The identity of a token that is pasted` {
  private typealias Editor = TokenEditor<CoarseTokens>
  private typealias Unit = TokenUnit<CoarseToken>

  private static func units(_ numbers: [Int]) -> [Unit] {
    numbers.map { .token(CoarseToken(id: CoarseID(number: $0))) }
  }

  /// - Returns: The numbers of those that come in, and how many do not.
  private static func paste(_ numbers: [Int], beside there: [Int]) -> ([Int], lostCount: Int) {
    var editor = Editor(
      there.map { CoarseToken(id: CoarseID(number: $0)) }, kind: CoarseTokens(),
      configuration: TokenFieldConfiguration())
    var insertion = PasteInsertion(
      UnitSequence(units(numbers)), cost: 0, withIdentities: true, joining: 0,
      at: PastePlace(in: editor, order: 0), in: editor)
    let isKnown = insertion.goOn(in: &editor, atMost: .max)
    #expect(isKnown)
    return (insertion.units.compactMap { $0.token?.id.number }, insertion.lostCount)
  }

  @Test(arguments: [
    ([1, 2, 2, 1], [], [1, 2]), ([1, 2, 3], [2], [1, 3]), ([1, 2, 3], [3, 1, 2], []),
    ([1, 2, 3, 3, 2, 4], [4, 5], [1, 2, 3]), ([1, 2], [3], [1, 2]),
  ])
  func `is there once, though all have one hash value`(
    pasted: [Int], there: [Int], expected: [Int]
  ) {
    let (numbers, lostCount) = Self.paste(pasted, beside: there)
    #expect(numbers == expected && lostCount == pasted.count - expected.count)
  }
}

/// An identity with a hash value that is no help.
private struct CoarseID: Hashable {
  let number: Int

  func hash(into hasher: inout Hasher) {}
}

private struct CoarseToken: Identifiable {
  let id: CoarseID
}

/// Tokens of which no text and no copy can be made.
private struct CoarseTokens: TokenKind {
  func size(of token: CoarseToken, within width: Double, in environment: Environment) -> Size {
    .zero
  }

  func draw(
    _ token: CoarseToken, in frame: Rect, state: TokenState, environment: Environment,
    into list: inout DisplayList
  ) {}

  func name(of token: CoarseToken) -> String { "\(token.id.number)" }
}
