import ScreenDriver
import System
import TestSupport
import Testing

/// A part of the product that reads data from outside, and its laws for any data.
struct FuzzTarget: Sendable, CustomTestStringConvertible {
  /// The name of the target and of the directory of its corpus.
  let name: String
  /// The number of inputs in `./run.sh test --all`, which take at most about five seconds in a debug build.
  let count: Int
  /// The maximum length of the inputs of `./run.sh fuzz`. What longer ones can do, shorter ones do in less time.
  let length: Int
  /// Gives an input to the product.
  ///
  /// - Throws: The first law that the product violates.
  let run: @Sendable (_ input: [UInt8]) throws -> Void

  init(
    _ name: String, count: Int = 10_000, length: Int = 256,
    _ run: @escaping @Sendable ([UInt8]) throws -> Void
  ) {
    (self.name, self.count, self.length, self.run) = (name, count, length, run)
  }

  static let all: [FuzzTarget] = [prompts, files, passwords, desktop, input, messages, values, windows]
    .flatMap(\.self)

  /// Valid inputs, those that coverage has found, and those that have found errors.
  var corpus: [[UInt8]] {
    let directory = "\(repositoryRoot)/Tests/FuzzTests/Corpus/\(name)"
    let names = (try? Directory.names(at: directory)) ?? []
    return names.sorted().compactMap { try? AtomicFile(directory: directory, name: $0).read(limit: 1 << 20) }
  }

  var testDescription: String { name }
}

/// The bytes of an input, read as choices and values. After the end, every choice is the first one.
struct InputReader {
  private var rest: ArraySlice<UInt8>

  init(_ input: [UInt8]) { rest = input[...] }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

  mutating func flag() -> Bool { byte() & 1 != 0 }

  mutating func choice(of count: Int) -> Int { Int(byte()) % count }

  mutating func element<Element>(of elements: [Element]) -> Element { elements[choice(of: elements.count)] }

  mutating func word() -> UInt64 { (0..<8).reduce(0) { word, _ in word << 8 | UInt64(byte()) } }

  /// Returns bytes up to a length, which is the first byte.
  mutating func bytes() -> [UInt8] {
    let bytes = rest.dropFirst().prefix(Int(byte()))
    rest = rest.dropFirst(bytes.count)
    return Array(bytes)
  }

  mutating func remainder() -> [UInt8] {
    defer { rest = [] }
    return Array(rest)
  }

  mutating func text() -> String { String(decoding: bytes(), as: UTF8.self) }

  private static let extremes: [Double] = [
    0, -0.0, 1, -1, 0.5, 1e-9, 1e9, -1e9, 1e308, -1e308, .leastNonzeroMagnitude, .greatestFiniteMagnitude,
    .infinity, -.infinity, .nan, 960,
  ]

  /// Returns an extreme number, a plain one or any one.
  mutating func number() -> Double {
    switch byte() {
    case let index where Int(index) < Self.extremes.count: Self.extremes[Int(index)]
    case ..<224: Double(Int16(truncatingIfNeeded: Int(byte()) << 8 | Int(byte()))) / 8
    default: Double(bitPattern: word())
    }
  }

  mutating func integer() -> Int {
    switch choice(of: 4) {
    case 0: Int(Int8(bitPattern: byte()))
    case 1: element(of: [.min, .max, Int(Int32.min), Int(Int32.max), Int(UInt32.max), 1 << 16, -1])
    default: Int(truncatingIfNeeded: word() >> UInt64(8 * choice(of: 8)))
    }
  }
}
