import Glibc
import Secrets
import TestSupport
import Testing

@Suite struct `Secret line reader` {
  /// A pipe whose reading end a reader uses.
  private final class Input {
    let ends: (read: Int32, write: Int32)

    init() throws {
      var ends: [Int32] = [-1, -1]
      try #require(pipe(&ends) == 0)
      self.ends = (ends[0], ends[1])
    }

    deinit {
      close(ends.read)
      close(ends.write)
    }

    func write(_ text: String) {
      let bytes = Array(text.utf8)
      #expect(Glibc.write(ends.write, bytes, bytes.count) == bytes.count)
    }
  }

  private static func lines(of reader: inout SecretLineReader) -> [String] {
    var lines: [String] = []
    while let line = reader.takeLine({ $0.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) } }) {
      lines.append(line)
    }
    return lines
  }

  @Test func `is full only while lines wait, and continues to read when they are taken`() throws {
    let input = try Input()
    var reader = SecretLineReader(input.ends.read, limit: 4)
    input.write(String(repeating: "a\n", count: 40))
    for _ in 0..<3 { reader.read() }
    let wasFull = reader.isFull
    var count = Self.lines(of: &reader).count
    let isFull = reader.isFull
    #expect(wasFull && !isFull && count == 10)
    for _ in 0..<3 {
      reader.read()
      count += Self.lines(of: &reader).count
    }
    #expect(count == 40)
  }

  @Test func `reports the end of the input after its last line`() throws {
    let input = try Input()
    let copy = dup(input.ends.read)
    var reader = SecretLineReader(copy, limit: 4)
    input.write("a\n")
    reader.read()
    let hasEnded = reader.hasEnded
    #expect(!hasEnded && Self.lines(of: &reader) == ["a"])
    close(copy)
    reader.read()
    let hasFailed = reader.hasEnded
    #expect(hasFailed)
  }

  @Test func `works like a model on random input`() throws {
    var generator = SeededGenerator(seed: 5)
    let input = try Input()
    var reader = SecretLineReader(input.ends.read, limit: 6)
    var (text, found) = ("", [String]())
    for _ in 0..<2000 {
      let piece = String(
        (0..<Int.random(in: 1...9, using: &generator)).map { _ in
          "ab\n\n".randomElement(using: &generator) ?? "a"
        })
      text += piece
      input.write(piece)
      reader.read()
      found += Self.lines(of: &reader)
    }
    let expected = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      .map { String($0.prefix(7)) }
    #expect(found.prefix(expected.count) == expected[...])
  }
}
