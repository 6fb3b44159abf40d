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
    var field = CountingTokenAdapter.field(count: 30_000, duplicates: policy, counter)
    let maximum = Self.maximumCount(of: counter, in: &field) { field in
      field.press(.character("v"), .control)
      field.receive((20_000..<50_000).map { "k\($0)," }.joined())
    }
    #expect(field.control.tokens.count == (policy == .allow ? 60_000 : 50_000))
    #expect(maximum > 1000 && maximum < 12_000)
  }

  @Test func `processes a limited number of tokens per frame when a drop copies them`() {
    let counter = CountingTokenAdapter.Counter()
    var field = CountingTokenAdapter.field(count: 30_000, duplicates: .allow, counter)
    field.press(.character("a"), .control)
    let maximum = Self.maximumCount(of: counter, in: &field) { field in
      field.holding(.control) { field in
        field.press(at: Point(x: 24, y: 19))
        field.drag(to: Point(x: 1, y: 19), over: .milliseconds(50))
        field.release()
      }
    }
    #expect(Set(field.control.tokens.map(\.id)).count == 60_000)
    #expect(maximum > 1000 && maximum < 12_000)
  }

  /// Returns the maximum number of requests to the adapter during the input or in a frame after it, until
  /// the field is at rest.
  private static func maximumCount(
    of counter: CountingTokenAdapter.Counter, in field: inout CountingField,
    _ input: (inout CountingField) -> Void
  ) -> Int {
    counter.count = 0
    input(&field)
    var maximum = counter.count
    repeat {
      counter.count = 0
      field.stall(for: Field.frame)
      maximum = max(maximum, counter.count)
    } while field.control.nextChange(after: field.now) == field.now
    #expect(!field.control.pastes.isReading && field.control.pastes.storage.isEmpty)
    return maximum
  }
}

private typealias CountingField = ControlHarness<TokenField<CountingTokenAdapter>>

/// An adapter for text tokens that counts text, key and token requests.
private struct CountingTokenAdapter: TextLikeTokenAdapter {
  final class Counter { var count = 0 }

  private(set) var base = TextTokenAdapter(firstID: 1_000_000)
  private let counter: Counter

  init(counter: Counter) { self.counter = counter }

  /// Returns a field with tokens at rest.
  static func field(count: Int, duplicates: DuplicatePolicy, _ counter: Counter) -> CountingField {
    var configuration = TokenFieldConfiguration()
    configuration.duplicates = duplicates
    var field = TokenField(
      (0..<count).map { TextToken(id: $0, text: "k\($0)") }, adapter: CountingTokenAdapter(counter: counter),
      configuration: configuration, in: Environment(text: FixedTextMetrics()))
    field.layOut(at: .zero, width: 400, at: .zero)
    field.focus(0, at: .zero)
    var harness = ControlHarness(field)
    harness.settle()
    return harness
  }

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
