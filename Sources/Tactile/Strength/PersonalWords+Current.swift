import Secrets
import System

extension PersonalWords {
  /// The names of the current user and of this computer, from the environment and the system.
  static var current: PersonalWords {
    let user = nonEmptyVariable("USER") ?? nonEmptyVariable("LOGNAME") ?? ProcessOwner.name
    // Without the domain.
    let host = hostName.map { String(decoding: $0.prefix { $0 != UInt8(ascii: ".") }, as: UTF8.self) }
    let words = [(user, "your user name"), (host, "this computer's name")]
    return PersonalWords(words.compactMap { word, meaning in word.map { ($0, meaning) } })
  }

  private static func nonEmptyVariable(_ name: String) -> String? {
    environmentVariable(name).flatMap { $0.isEmpty ? nil : $0 }
  }
}
