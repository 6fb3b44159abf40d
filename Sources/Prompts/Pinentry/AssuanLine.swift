/// The syntax of a line of Assuan, the protocol between GnuPG's programs
/// ([libassuan, "Client requests"](https://www.gnupg.org/documentation/manuals/assuan/Client-requests.html)).
enum AssuanLine {
  /// The maximum number of bytes of a line without its line feed.
  static let maximumLength = 1000

  /// Returns the name of the command of a line, in uppercase, and the arguments after the blanks. `nil` for an empty line
  /// and a comment.
  static func request(_ line: Span<UInt8>) -> (name: String, arguments: [UInt8])? {
    let bytes = (0..<line.count).map { line[$0] }
    guard let first = bytes.first, first != UInt8(ascii: "#") else { return nil }
    let name = bytes.prefix { !isBlank($0) }
    let arguments = Array(bytes.dropFirst(name.count).drop(while: isBlank))
    return (String(decoding: name, as: UTF8.self).uppercased(), arguments)
  }

  static func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }

  /// Returns the text of percent-encoded bytes. A plus sign stands for itself. Invalid UTF-8 is replaced by
  /// U+FFFD, and the text ends at a NUL, as in C.
  static func text(decoding bytes: Span<UInt8>) -> String {
    var decoded: [UInt8] = []
    decode(bytes) { decoded.append($0) }
    return String(decoding: decoded.prefix { $0 != 0 }, as: UTF8.self)
  }

  /// Calls `body` with each byte of percent-encoded bytes, so that a secret needs no copy. A percent sign that two
  /// hexadecimal digits do not follow stands for itself.
  static func decode(_ bytes: Span<UInt8>, _ body: (UInt8) -> Void) {
    var index = 0
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count, let high = value(of: bytes[index + 1]),
        let low = value(of: bytes[index + 2])
      {
        body(high << 4 | low)
        index += 3
      } else {
        body(bytes[index])
        index += 1
      }
    }
  }

  private static func value(of digit: UInt8) -> UInt8? {
    Character(Unicode.Scalar(digit)).hexDigitValue.map { UInt8($0) }
  }
}

/// An error reply: a code of libgpg-error with its source in the upper bits, and the text. Clients compare the
/// number, some of them as text.
struct AssuanError {
  /// Pinentry, and libassuan's default.
  private enum Source: Int {
    case pinentry = 5
    case user1 = 32
  }

  private let source: Source
  private let code: Int
  private let text: String

  private init(_ source: Source, _ code: Int, _ text: String) {
    (self.source, self.code, self.text) = (source, code, text)
  }

  static let cancelled = AssuanError(.pinentry, 99, "Operation cancelled")
  static let notConfirmed = AssuanError(.pinentry, 114, "Not confirmed")
  static let timedOut = AssuanError(.pinentry, 62, "Timeout")
  static let unknownOption = AssuanError(.pinentry, 174, "Unknown option")
  static let noSuchCacheEntry = AssuanError(.pinentry, 260, "Invalid value passed to IPC")
  static let noCache = AssuanError(.pinentry, 257, "General IPC error")
  static let invalidParameter = AssuanError(.pinentry, 280, "IPC parameter error")
  static let unknownCommand = AssuanError(.user1, 275, "Unknown IPC command")
  static let notImplemented = AssuanError(.user1, 69, "Not implemented")
  static let syntax = AssuanError(.user1, 276, "IPC syntax error")
  static let lineTooLong = AssuanError(.user1, 263, "Line too long")
  static let notFound = AssuanError(.user1, 27, "Not found")

  var number: Int { source.rawValue << 24 + code }

  /// The reply without its line feed.
  var line: String { "ERR \(number) \(text) <\(source == .pinentry ? "Pinentry" : "User defined source 1")>" }
}
