import Motion
import Scene
import TestSupport
import Testing

@testable import Controls

@Suite struct `The keys of tokens, marked in steps` {
  private typealias Editor = TokenEditor<TextTokens>

  private static func token(_ id: Int, using generator: inout SeededGenerator) -> TextToken {
    // Capital letters are the same key.
    let text = "a\(Int.random(in: 0..<40, using: &generator))"
    return TextToken(id: id, text: Bool.random(using: &generator) ? text : text.uppercased())
  }

  private static func editor(using generator: inout SeededGenerator) -> Editor {
    var configuration = TokenFieldConfiguration()
    configuration.duplicates = .refuse
    let tokens = (0..<Int.random(in: 0..<60, using: &generator)).map {
      token($0, using: &generator)
    }
    return Editor(tokens, kind: TextTokens(firstID: 1000), configuration: configuration)
  }

  @Test(arguments: 0..<20) func `are those of the tokens that are there, whatever comes meanwhile`(
    seed: Int
  ) {
    var generator = SeededGenerator(seed: seed)
    var editor = Self.editor(using: &generator)
    for step in 0..<40 {
      let start = Int.random(in: 0...editor.units.count, using: &generator)
      let end = Int.random(in: start...min(editor.units.count, start + 5), using: &generator)
      let new = (0..<Int.random(in: 0..<6, using: &generator)).map { _ in
        TokenUnit.token(Self.token(step, using: &generator))
      }
      editor.replace(start..<end, with: UnitSequence(new))
      if seed.isMultiple(of: 2) { editor.markKeys(atMost: seed % 5) }
      if step % 7 == 6 { editor.undo() }
      if step % 14 == 13 { editor.redo() }
      // Asking marks the rest, so it comes at last in some runs, and early in others.
      guard step >= seed else { continue }
      let all = editor.units.map { $0.token?.text.lowercased() }
      for key in (0..<40).map({ "a\($0)" }) {
        #expect(editor.index(ofKey: key) == all.firstIndex(of: key))
      }
    }
  }

  @Test func `take their time, frame by frame, and none where any token will do`() {
    #expect(Self.framesToRest(duplicates: .allow) == 0)
    // 8192 in each, but for the last 4096, for which there is time whenever they are needed.
    #expect(Self.framesToRest(duplicates: .refuse) == 2)
  }

  /// How many frames a field of 20 000 tokens asks for, 9 at most.
  private static func framesToRest(duplicates: DuplicatePolicy) -> Int {
    var configuration = TokenFieldConfiguration()
    configuration.duplicates = duplicates
    var field = TokenField(
      (0..<20_000).map { "\($0)" }, configuration: configuration,
      in: Environment(text: FixedTextMetrics()))
    field.place(at: .zero, width: 400)
    var frames = 0
    while field.nextChange(after: .zero) != nil, frames < 9 {
      _ = field.advance(to: .zero)
      frames += 1
    }
    return frames
  }
}
