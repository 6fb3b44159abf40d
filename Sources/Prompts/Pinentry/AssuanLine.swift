/// The syntax of a line of the Assuan protocol, by which GnuPG's programs talk to each other
/// ([libassuan, "Client requests"](https://www.gnupg.org/documentation/manuals/assuan/Client-requests.html)).
enum AssuanLine {
  /// The maximum number of bytes of a line without its line feed.
  static let maximumLength = 1000

  /// A request: the name of a command in uppercase, and the arguments after the blanks.
  struct Request: Equatable {
    let name: String
    let arguments: [UInt8]
  }

  /// Splits a line into the name and the arguments. Returns `nil` for an empty line and a comment.
  static func request(_ line: Span<UInt8>) -> Request? {
    let bytes = (0..<line.count).map { line[$0] }
    guard let first = bytes.first, first != UInt8(ascii: "#") else { return nil }
    let name = bytes.prefix { !isBlank($0) }
    return Request(
      name: String(decoding: name, as: UTF8.self).uppercased(),
      arguments: Array(bytes.dropFirst(name.count).drop(while: isBlank)))
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

/// An error reply: a code of libgpg-error with its source in the upper bits, and the text.
///
/// Clients compare the number, some of them as text.
enum AssuanError {
  case cancelled, notConfirmed, timedOut, unknownOption, noSuchCacheEntry, noCache, invalidParameter
  case unknownCommand, notImplemented, syntax, lineTooLong, noSecret

  /// `(source << 24) | code`. Source 5 is Pinentry, 32 is libassuan's default.
  var number: Int {
    switch self {
    case .cancelled: 5 << 24 + 99
    case .notConfirmed: 5 << 24 + 114
    case .timedOut: 5 << 24 + 62
    case .unknownOption: 5 << 24 + 174
    case .noSuchCacheEntry: 5 << 24 + 260
    case .noCache: 5 << 24 + 257
    case .invalidParameter: 5 << 24 + 280
    case .unknownCommand: 32 << 24 + 275
    case .notImplemented: 32 << 24 + 69
    case .syntax: 32 << 24 + 276
    case .lineTooLong: 32 << 24 + 263
    case .noSecret: 5 << 24 + 85
    }
  }

  private var text: String {
    switch self {
    case .cancelled: "Operation cancelled"
    case .notConfirmed: "Not confirmed"
    case .timedOut: "Timeout"
    case .unknownOption: "Unknown option"
    case .noSuchCacheEntry: "Invalid value passed to IPC"
    case .noCache: "General IPC error"
    case .invalidParameter: "IPC parameter error"
    case .unknownCommand: "Unknown IPC command"
    case .notImplemented: "Not implemented"
    case .syntax: "IPC syntax error"
    case .lineTooLong: "Line too long"
    case .noSecret: "No pinentry"
    }
  }

  /// The reply without its line feed.
  var line: String {
    "ERR \(number) \(text) <\(number >> 24 == 5 ? "Pinentry" : "User defined source 1")>"
  }
}
