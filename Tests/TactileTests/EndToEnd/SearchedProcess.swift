import ScreenDriver
import Testing

/// A process whose memory is searched for secrets.
struct SearchedProcess {
  let pid: Int32

  /// Returns 24 different characters that keys type, so that no sequence of six occurs by chance.
  /// It meets all requirements.
  static func randomPassword() -> String {
    let kinds = [
      "abcdefghijkmnopqrstuvwxyz", "ABCDEFGHJKLMNPQRSTUVWXYZ", "23456789", "!#$%&*+=?@",
    ]
    return String(kinds.flatMap { $0.shuffled().prefix(6) }.shuffled())
  }

  func occurrences(of secret: SecretPatterns) throws -> [ProcessMemory.Occurrence] {
    try ProcessMemory(suspending: pid).occurrences(of: secret)
  }

  /// Expects all substrings of a password as UTF-8 in guarded pages, and none elsewhere.
  func expectGuarded(_ password: String, _ comment: Comment) throws {
    let secret = SecretPatterns(of: password)
    let found = try occurrences(of: secret)
    let guarded = Set(found.filter(\.region.isGuarded).map(\.pattern))
    // This proves that the search works.
    #expect(guarded.count { $0.encoding == .utf8 } == secret.countPerEncoding, comment)
    #expect(found.filter { !$0.region.isGuarded }.map(\.description) == [], comment)
  }

  func expectAbsent(_ password: String, _ comment: Comment) throws {
    #expect(try occurrences(of: SecretPatterns(of: password)).map(\.description) == [], comment)
  }
}

extension ProcessMemory.Occurrence {
  fileprivate var description: String {
    "at \(pattern.start), \(pattern.encoding), in \(region.name.isEmpty ? "memory" : region.name)"
  }
}
