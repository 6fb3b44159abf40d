import Glibc
import Secrets
import X11Shell

extension PersonalWords {
  /// The names of the current user and of this computer, from the environment and the system.
  static var current: PersonalWords {
    let user = variable("USER") ?? variable("LOGNAME") ?? ProcessOwner.name
    let words = [(user, "your user name"), (hostName, "this computer's name")]
    return PersonalWords(words.compactMap { word, meaning in word.map { ($0, meaning) } })
  }

  /// Returns an environment variable, or `nil` if it is not set or empty.
  private static func variable(_ name: String) -> String? {
    getenv(name).flatMap { $0.pointee == 0 ? nil : String(cString: $0) }
  }

  /// The host name without its domain. `nil` if it cannot be read.
  private static var hostName: String? {
    var name = [CChar](repeating: 0, count: Int(HOST_NAME_MAX) + 1)
    guard gethostname(&name, name.count - 1) == 0 else { return nil }
    let bytes = name.prefix { $0 != 0 && $0 != CChar(UInt8(ascii: ".")) }
    return String(decoding: bytes.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
