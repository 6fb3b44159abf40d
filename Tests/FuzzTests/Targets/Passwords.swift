import Controls
import Glibc
import Scene
import TestSupport

@testable import Secrets

extension FuzzTarget {
  /// Passwords and other texts that are typed, pasted or read from a pipe.
  static let passwords = [
    FuzzTarget("passwords", count: 2000, length: 64, runPassword),
    FuzzTarget("secret-lines", runSecretLines),
    FuzzTarget("displayed-texts") { input in
      let text = String(decoding: input, as: UTF8.self)
      let shown = DisplaySanitizer.sanitized(text)
      let isVisible = shown.unicodeScalars.allSatisfy {
        switch $0.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: false
        default: !(0x202A...0x202E).contains($0.value) && !(0x2066...0x2069).contains($0.value)
        }
      }
      try law(isVisible, "a displayed text has no control characters: \(shown.unicodeScalars.map(\.value))")
      let parts = text.map { DisplaySanitizer.sanitized($0) }
      try law(parts.joined() == shown, "each character is replaced by itself")
      try law(parts.reduce(0) { $0 + $1.count } == shown.count, "no two replacements join: \(parts)")
      _ = DisplaySanitizer.elided(text, to: 20)
    },
  ]

  /// Edits a text, and judges it.
  private static func runPassword(_ input: [UInt8]) throws {
    var text = SecureText()
    var (reader, model) = (InputReader(input), "")
    while !reader.isAtEnd {
      let ends = [Int(reader.byte()), Int(reader.byte())].map { $0 % (model.count + 1) }.sorted()
      let bytes = reader.bytes()
      if case .inserted(let caret) = text.replace(graphemes: ends[0]..<ends[1], with: bytes.span) {
        let indices = ends.map { model.index(model.startIndex, offsetBy: $0) }
        model.replaceSubrange(indices[0]..<indices[1], with: String(decoding: bytes, as: UTF8.self))
        try law((0...model.count).contains(caret), "the caret is in the text")
      }
      try law(
        text.graphemeCount == model.count && text.byteCount == model.utf8.count, "a text has its characters")
      try law(text.byteCount <= SecureText.byteCapacity, "a text is limited")
    }
    for policy in [PasswordPolicy.default, .nist] {
      try law(
        policy.evaluate(text).entries.count == policy.requirements.count, "each requirement is evaluated")
    }
    guard let strength = estimator?.estimate(StrengthInput(text)) else { return }
    try law(strength.bits >= 0 && strength.bits.isFinite, "a strength is a number of bits: \(strength.bits)")
    _ = (strength.grade, strength.timeToGuess)
  }

  private static let estimator = try? StrengthEstimator()

  /// A pipe that holds an input.
  private static let pipe: (read: Int32, write: Int32) = {
    var ends: [Int32] = [-1, -1]
    return Glibc.pipe(&ends) == 0 ? (ends[0], ends[1]) : (-1, -1)
  }()

  private static func runSecretLines(_ input: [UInt8]) throws {
    let (limit, text) = (8, Array((input + [10]).suffix(4096)))
    try law(write(pipe.write, text, text.count) == text.count, "the pipe holds an input")
    var reader = SecretLineReader(pipe.read, limit: limit)
    var (lines, available) = ([[UInt8]](), Int32(text.count))
    while available > 0 {
      reader.read()
      while let line = reader.takeLine(bytes(of:)) { lines.append(line) }
      try law(!reader.isFull, "lines make space")
      let status = ioctl(pipe.read, UInt(FIONREAD), &available)
      try law(status == 0, "the pipe has a length")
    }
    let expected = text.split(separator: 10, omittingEmptySubsequences: false).dropLast()
    try law(lines == expected.map { Array($0.prefix(limit + 1)) }, "each line is read once: \(lines)")
  }

  private static func bytes(of line: Span<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    for index in line.indices { bytes.append(line[index]) }
    return bytes
  }
}
