import ControlTestSupport
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

  /// Cancels after each frame of the paste, from the first one.
  @Test(arguments: DuplicatePolicy.allCases)
  func `is freed in a number of steps limited by its data after it was cancelled`(
    policy: DuplicatePolicy
  ) {
    var field = Field(tokens: (0..<30_000).map { "k\($0)" })
    field.control.configuration.duplicates = policy
    field.press(.end, .control)
    field.press(.character("v"), .control)
    field.receive((20_000..<50_000).map { "k\($0)," }.joined())
    #expect(field.control.status == "Pasting… Press Escape to cancel")
    var (cancellations, maximum) = (0, 0)
    while field.control.pastes.isReading {
      var copy = field
      copy.press(.escape)
      var frames = 0
      while !copy.control.pastes.storage.isEmpty {
        copy.stall(for: Field.frame)
        frames += 1
      }
      #expect(copy.control.count == 30_000 && frames <= 2 * 30_000 / 8192 + 1)
      (cancellations, maximum) = (cancellations + 1, max(maximum, frames))
      field.stall(for: Field.frame)
    }
    #expect(cancellations > 5 && maximum > 2)
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

  /// The keys that find duplicates: 8,192 per frame, except the last 4,096, which are computed on demand.
  @Test(arguments: [(DuplicatePolicy.allow, 0), (.refuse, 2)])
  func `lets a field compute the keys of its first tokens over several frames, if it needs them`(
    duplicates: DuplicatePolicy, frames: Int
  ) {
    var configuration = TokenFieldConfiguration()
    configuration.duplicates = duplicates
    var field = TokenField(
      (0..<20_000).map { "\($0)" }, configuration: configuration, in: Environment(text: FixedTextMetrics()))
    field.layOut(at: .zero, width: 400, at: .zero)
    for _ in 0..<frames {
      #expect(field.nextChange(after: .zero) != nil)
      _ = field.advance(to: .zero)
    }
    #expect(field.nextChange(after: .zero) == nil)
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
