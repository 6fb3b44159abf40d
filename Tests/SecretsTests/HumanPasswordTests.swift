import Foundation
import TestSupport
import Testing

@testable import Secrets

/// Passwords of the kinds that people make. Their values are those of zxcvbn 4.5.0 in Python.
@Suite struct `Strength of human passwords` {
  /// A password, and the common logarithm of its guesses by the reference, from a row of the file.
  private static func rows() throws -> [(password: String, logarithm: Double)] {
    let path = repositoryRoot + "/Tests/SecretsTests/HumanPasswords.tsv"
    return try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map { line in
      let fields = line.split(separator: "\t")
      return (String(fields[0]), try #require(Double(fields[1])))
    }
  }

  private static func estimate(_ password: String) throws -> PasswordStrength {
    try StrengthEstimator().estimate(StrengthInput(SecureText(password)))
  }

  @Test func `P9 is never two grades above the reference, and seldom one`() throws {
    var (count, higher): (Int, [String]) = (0, [])
    for (password, logarithm) in try Self.rows() {
      let bits = logarithm * log2(10)
      let reference = PasswordStrength(bits: bits, advice: nil, isPartial: false)
      let own = try Self.estimate(password)
      let difference = own.grade.rawValue - reference.grade.rawValue
      #expect(difference < 2, "\(password): \(own.summary), by the reference \(reference.summary)")
      if difference > 0 { higher.append(password) }
      count += 1
    }
    #expect(count > 300 && higher.count * 20 <= count, "one grade above: \(higher)")
  }

  @Test(arguments: ["Liverpool", "Tr0ub4dor", "weissnix"], ["", " ", "-", "--", " & ", "1", "\u{E4}"])
  func `P9 adds little for a repeated word`(word: String, separator: String) throws {
    let leet = word.replacing("o", with: "0").replacing("i", with: "1").replacing("s", with: "$")
    let bits = try Self.estimate(word).bits
    // Ten guesses for each character between the copies, and a few bits for each of these parts.
    let separators = 2 * (log2(10) * Double(separator.count) + 2)
    for copy in [word, word.lowercased(), word.uppercased(), leet, String(word.reversed())] {
      for tail in ["", "1!"] {
        let two = [word, copy].joined(separator: separator) + tail
        let three = [word, copy, word].joined(separator: separator) + tail
        #expect(try Self.estimate(two).bits < bits + separators + 14, "\(two)")
        // If the longest repeated part ends with a separator, one copy remains.
        #expect(try Self.estimate(three).bits < 2 * bits + separators + 20, "\(three)")
      }
    }
  }

  @Test(arguments: [
    ("Tr0ub4dor&3", "Fair, 2 months to guess"), ("Liverpool Liverpool 1!", "Weak, 6 minutes to guess"),
    ("Berlin Berlin 1!", "Weak, 7 minutes to guess"),
  ]) func `P9 has about the time of the reference`(password: String, summary: String) throws {
    #expect(try Self.estimate(password).summary == summary)
  }
}
