import TestSupport

/// A generator of inputs: those of a corpus with random changes. The inputs depend only on the seed.
struct InputGenerator {
  private var random: SeededGenerator
  private let corpus: [[UInt8]]

  private static let pieces: [[UInt8]] = [
    [0], [0xFF], [0x7F], [0x80], [0xFF, 0xFF, 0xFF, 0xFF], [0x7F, 0xFF, 0xFF, 0xFF], [0, 0, 0, 0x80],
    [0xC3, 0x28],
    [0xED, 0xA0, 0x80], Array("\u{202E}".utf8), Array("9223372036854775808".utf8), Array("-1".utf8),
    Array("1e999".utf8), Array("%00".utf8), Array("\r\n".utf8), Array("\"".utf8), Array("=".utf8),
    Array(repeating: 0x41, count: 300),
  ]
  private static let maximumLength = 4096

  init(_ corpus: [[UInt8]], seed: Int) {
    random = SeededGenerator(seed: seed)
    self.corpus = corpus.isEmpty ? [[]] : corpus
  }

  mutating func next() -> [UInt8] {
    var input = anyInput()
    for _ in 0..<Int.random(in: 1...5, using: &random) { mutate(&input) }
    return Array(input.prefix(Self.maximumLength))
  }

  private mutating func anyInput() -> [UInt8] { corpus.randomElement(using: &random) ?? [] }

  private mutating func mutate(_ input: inout [UInt8]) {
    let range = range(in: input)
    switch Int.random(in: 0..<7, using: &random) {
    case 0: for index in range { input[index] ^= 1 << UInt8.random(in: 0..<8, using: &random) }
    case 1: for index in range { input[index] = .random(in: 0...255, using: &random) }
    case 2: input.removeSubrange(range)
    case 3: input.insert(contentsOf: input[range], at: range.lowerBound)
    case 4: input.replaceSubrange(range, with: Self.pieces.randomElement(using: &random) ?? [])
    case 5:
      let other = anyInput()
      input = Array(input.prefix(range.upperBound)) + other[self.range(in: other)]
    default:
      let other = anyInput()
      input.insert(contentsOf: other[self.range(in: other)], at: range.lowerBound)
    }
  }

  /// Returns a short range, or sometimes one of any length.
  private mutating func range(in input: [UInt8]) -> Range<Int> {
    let start = Int.random(in: 0...input.count, using: &random)
    let isLong = Int.random(in: 0..<8, using: &random) == 0
    return
      start..<Int.random(in: start...min(input.count, start + (isLong ? input.count : 4)), using: &random)
  }
}
