import Motion
import Scene
import TestSupport
import Testing

@testable import Controls

@Suite struct `Long pasted list` {
  private typealias Field = ControlHarness<TextTokenField>

  @Test func `is freed in steps if its data is malformed at the end`() {
    var field = Field(tokens: [])
    var bytes: [UInt8] = []
    for index in 0..<40_000 { Netstring.append(Array("t\(index) x".utf8), to: &bytes) }
    field.press(.character("v"), .control)
    field.receive(bytes + [0], as: .tokens)
    for _ in 0..<100 where field.control.pastes.isReading {
      field.stall(for: Field.frame)
    }
    #expect(!field.control.pastes.isReading && !field.control.pastes.storage.isEmpty)
    field.settle()
    #expect(field.control.pastes.storage.isEmpty)
  }

  @Test func `is freed in steps when it is undone and cannot be redone`() {
    var field = Field(tokens: [])
    field.paste(Array(String(repeating: "x,", count: 40_000).utf8))
    field.settle()
    field.press(.character("z"), .control)
    #expect(field.control.pastes.storage.isEmpty)
    field.type("a")
    #expect(!field.control.pastes.storage.isEmpty)
    field.settle()
    #expect(field.control.pastes.storage.isEmpty && field.text == "a")
    field.press(.character("z"), .control)
    field.type("b")
    #expect(field.control.pastes.storage.isEmpty, "little storage is freed immediately")
  }

  @Test(arguments: [DuplicatePolicy.refuse, .move])
  func `leaves only tokens at its ends without fingerprints`(policy: DuplicatePolicy) {
    var editor = TokenEditor<TextTokenAdapter>(of: .tokens(0..<20_000), duplicates: policy)
    // Tokens from the whole field, each between others that stay, and some new tokens.
    let list = stride(from: 100, to: 20_000, by: 220).map { $0 } + Array(20_000..<21_000)
    #expect(list.count > 1080)
    editor.computeFingerprints(limit: .max)
    let isPasted = editor.paste(list.map { "k\($0)," }.joined())
    #expect(isPasted && editor.elements.count == 21_000)
    #expect(editor.elements.unfingerprintedCount <= 4 * ElementSequence<TextToken>.maximumBlockSize)
    let isInOrder = editor.elements.isConsistent
    #expect(isInOrder)
    editor.computeFingerprints(limit: .max)
    for element in Array(editor.elements) where element.token.map({ $0.id % 500 == 0 }) ?? false {
      guard let token = element.token else { continue }
      let index = editor.index(ofKey: token.text)
      #expect(index.flatMap { editor.elements[$0].token } == token, "the index is correct")
    }
  }

  @Test(arguments: DuplicatePolicy.allCases)
  func `processes a limited number of tokens per frame`(policy: DuplicatePolicy) {
    let counter = CountingTokenAdapter.Counter()
    var configuration = TokenFieldConfiguration()
    configuration.duplicates = policy
    var field = TokenField(
      (0..<30_000).map { TextToken(id: $0, text: "k\($0)") }, adapter: CountingTokenAdapter(counter: counter),
      configuration: configuration, in: Environment(text: FixedTextMetrics()))
    field.layOut(at: .zero, width: 400, at: .zero)
    field.focus(0, at: .zero)
    var harness = ControlHarness(field)
    harness.settle()
    counter.count = 0
    harness.press(.character("v"), .control)
    harness.receive((20_000..<50_000).map { "k\($0)," }.joined())
    var maximum = counter.count
    repeat {
      counter.count = 0
      harness.stall(for: ControlHarness<TextTokenField>.frame)
      maximum = max(maximum, counter.count)
    } while harness.control.nextChange(after: harness.now) == harness.now
    #expect(!harness.control.pastes.isReading && harness.control.pastes.storage.isEmpty)
    #expect(harness.control.tokens.count == (policy == .allow ? 60_000 : 50_000))
    #expect(maximum > 1000 && maximum < 12_000)
  }
}

/// An adapter for text tokens that counts text, key and token requests.
private struct CountingTokenAdapter: TextLikeTokenAdapter {
  final class Counter { var count = 0 }

  private(set) var base = TextTokenAdapter(firstID: 1_000_000)
  private let counter: Counter

  init(counter: Counter) { self.counter = counter }

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
