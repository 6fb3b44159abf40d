import Glibc
import Secrets

extension PersonalWords {
  /// What the environment and the kernel call the user and this computer.
  static var here: PersonalWords {
    let user = (getenv("USER") ?? getenv("LOGNAME")).map { String(cString: $0) }
    let words = [(user, "your user name"), (hostName, "this computer's name")]
    return PersonalWords(words.compactMap { word, meaning in word.map { ($0, meaning) } })
  }

  /// Without its domain; `nil` where it has none.
  private static var hostName: String? {
    var name = [CChar](repeating: 0, count: Int(HOST_NAME_MAX) + 1)
    guard gethostname(&name, name.count - 1) == 0 else { return nil }
    let bytes = name.prefix { $0 != 0 && $0 != CChar(UInt8(ascii: ".")) }
    return String(decoding: bytes.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
