import Motion
import Scene
import TestSupport
import Testing

@testable import Controls

@Suite struct `A long list that is pasted` {
  private typealias Field = ControlHarness<TextTokenField>

  @Test func `leaves what was read to be freed in steps where it can't be read to its end`() {
    var field = Field(tokens: [])
    var bytes: [UInt8] = []
    for index in 0..<40_000 { Netstring.append(Array("t\(index) x".utf8), to: &bytes) }
    field.press(.character("v"), .control)
    field.receive(bytes + [0], as: .tokens)
    for _ in 0..<100 where !field.control.pasted.isEmpty {
      field.stall(for: Field.frame)
    }
    #expect(field.control.pasted.isEmpty && !field.control.remains.isEmpty)
    field.settle()
    #expect(field.control.remains.isEmpty)
  }

  @Test func `is freed in steps once it was undone and can't be done again`() {
    var field = Field(tokens: [])
    field.paste(Array(String(repeating: "x,", count: 40_000).utf8))
    field.settle()
    field.press(.character("z"), .control)
    #expect(field.control.remains.isEmpty)
    field.type("a")
    #expect(!field.control.remains.isEmpty)
    field.settle()
    #expect(field.control.remains.isEmpty && field.text == "a")
    field.press(.character("z"), .control)
    field.type("b")
    #expect(field.control.remains.isEmpty, "little is freed at once")
  }

  @Test(arguments: [DuplicatePolicy.refuse, .move])
  func `leaves no more tokens without marks than stand at its ends`(policy: DuplicatePolicy) {
    var editor = TokenEditor<TextTokens>(of: .tokens(0..<20_000), duplicates: policy)
    // From all over it, each of them between others that stay; and some that are new.
    let list = stride(from: 100, to: 20_000, by: 220).map { $0 } + Array(20_000..<21_000)
    #expect(list.count > 1080)
    editor.markKeys(atMost: .max)
    let isPut = editor.paste(list.map { "k\($0)," }.joined())
    #expect(isPut && editor.units.count == 21_000)
    #expect(editor.units.unmarkedCount <= 4 * UnitSequence<TextToken>.largestBlockCount)
    let isInOrder = editor.units.isInOrder
    #expect(isInOrder)
    editor.markKeys(atMost: .max)
    for unit in Array(editor.units) where unit.token.map({ $0.id % 500 == 0 }) ?? false {
      guard let token = unit.token else { continue }
      let index = editor.index(ofKey: token.text)
      #expect(index.flatMap { editor.units[$0].token } == token, "its mark is its own")
    }
  }

  @Test(arguments: DuplicatePolicy.allCases)
  func `costs no frame more than so many tokens`(policy: DuplicatePolicy) {
    let counter = CountedTokens.Counter()
    var configuration = TokenFieldConfiguration()
    configuration.duplicates = policy
    var field = TokenField(
      (0..<30_000).map { TextToken(id: $0, text: "k\($0)") }, kind: CountedTokens(counter: counter),
      configuration: configuration, in: Environment(text: FixedTextMetrics()))
    field.place(at: .zero, width: 400)
    field.focus(0, at: .zero)
    var harness = ControlHarness(field)
    harness.settle()
    counter.count = 0
    harness.press(.character("v"), .control)
    harness.receive((20_000..<50_000).map { "k\($0)," }.joined())
    var most = counter.count
    repeat {
      counter.count = 0
      harness.stall(for: ControlHarness<TextTokenField>.frame)
      most = max(most, counter.count)
    } while harness.control.nextChange(after: harness.now) == harness.now
    #expect(harness.control.pasted.isEmpty && harness.control.remains.isEmpty)
    #expect(harness.control.tokens.count == (policy == .allow ? 60_000 : 50_000))
    #expect(most > 1000 && most < 12_000)
  }
}

/// Text tokens that count how often something is asked of them.
private struct CountedTokens: TokenKind {
  final class Counter { var count = 0 }

  private var base = TextTokens(firstID: 1_000_000)
  private let counter: Counter

  init(counter: Counter) { self.counter = counter }

  func size(of token: TextToken, within width: Double, in environment: Environment) -> Size {
    base.size(of: token, within: width, in: environment)
  }

  func draw(
    _ token: TextToken, in frame: Rect, state: TokenState, environment: Environment,
    into list: inout DisplayList
  ) {
    base.draw(token, in: frame, state: state, environment: environment, into: &list)
  }

  func name(of token: TextToken) -> String { token.text }

  func text(of token: TextToken) -> String {
    counter.count += 1
    return token.text
  }

  func key(of token: TextToken) -> String {
    counter.count += 1
    return token.text
  }

  mutating func makeToken(of text: String, replacing original: TextToken?) -> TextToken? {
    counter.count += 1
    return base.makeToken(of: text, replacing: original)
  }
}
