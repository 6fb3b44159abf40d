import Motion
import Scene
import TestSupport
import Testing

@testable import Controls

@Suite struct `Incremental token fingerprints` {
  private typealias Editor = TokenEditor<TextTokenAdapter>

  private static func token(_ id: Int, using generator: inout SeededGenerator) -> TextToken {
    // Uppercase letters give the same key.
    let text = "a\(Int.random(in: 0..<40, using: &generator))"
    return TextToken(id: id, text: Bool.random(using: &generator) ? text : text.uppercased())
  }

  private static func editor(using generator: inout SeededGenerator) -> Editor {
    var configuration = TokenFieldConfiguration()
    configuration.duplicates = .refuse
    let tokens = (0..<Int.random(in: 0..<60, using: &generator)).map {
      token($0, using: &generator)
    }
    return Editor(tokens, adapter: TextTokenAdapter(firstID: 1000), configuration: configuration)
  }

  @Test(arguments: seeds(20)) func `match the current tokens after changes between the steps`(
    seed: Int
  ) {
    var generator = SeededGenerator(seed: seed)
    var editor = Self.editor(using: &generator)
    for step in 0..<40 {
      let start = Int.random(in: 0...editor.elements.count, using: &generator)
      let end = Int.random(in: start...min(editor.elements.count, start + 5), using: &generator)
      let new = (0..<Int.random(in: 0..<6, using: &generator)).map { _ in
        TokenFieldElement.token(Self.token(step, using: &generator))
      }
      editor.replace(start..<end, with: ElementSequence(new))
      if seed.isMultiple(of: 2) { editor.computeFingerprints(limit: seed % 5) }
      if step % 7 == 6 { editor.undo() }
      if step % 14 == 13 { editor.redo() }
      // A lookup computes all remaining fingerprints, so some runs look up early and others late.
      guard step >= seed else { continue }
      let all = editor.elements.map { $0.token?.text.lowercased() }
      for key in (0..<40).map({ "a\($0)" }) {
        #expect(editor.index(ofKey: key) == all.firstIndex(of: key))
      }
    }
  }

  @Test func `are computed over several frames, and not at all if duplicates are allowed`() {
    #expect(Self.framesUntilIdle(duplicates: .allow) == 0)
    // 8192 per frame, except the last 4096, which are computed on demand.
    #expect(Self.framesUntilIdle(duplicates: .refuse) == 2)
  }

  /// Returns the number of frames that a field of 20 000 tokens requests, at most 9.
  private static func framesUntilIdle(duplicates: DuplicatePolicy) -> Int {
    var configuration = TokenFieldConfiguration()
    configuration.duplicates = duplicates
    var field = TokenField(
      (0..<20_000).map { "\($0)" }, configuration: configuration,
      in: Environment(text: FixedTextMetrics()))
    field.layOut(at: .zero, width: 400, at: .zero)
    var frames = 0
    while field.nextChange(after: .zero) != nil, frames < 9 {
      _ = field.advance(to: .zero)
      frames += 1
    }
    return frames
  }
}
