import Glibc
import System

/// A question of a program that needs a password, for example to unlock a disk, and asks all of systemd's
/// password agents for it.
///
/// The format is that of [Password Agents][1]. systemd writes all values without quotes and escapes.
///
/// [1]: https://systemd.io/PASSWORD_AGENTS/
public struct SystemdQuestion: Hashable, Sendable {
  /// The text that replaces a missing message.
  public static let defaultMessage = "A system service needs a password"

  /// The process that asks. 0 if the file names none.
  public let processID: Int32
  /// The absolute path of the datagram socket for the reply.
  public let socketPath: String
  /// Whether the user should see the answer.
  public let echoes: Bool
  /// The time of `CLOCK_MONOTONIC` at which the question expires, in microseconds. `nil` if it does not
  /// expire.
  public let expiryMicroseconds: UInt64?
  /// The text of the question, in one line. It may contain control characters.
  public let message: String
}

extension SystemdQuestion {
  /// Reads a question from the content of its file. Unknown keys and values that are not valid are ignored.
  ///
  /// - Parameter bytes: The content of the file.
  /// - Returns: `nil` if the file has no valid path of a socket, because the question cannot be answered.
  /// - Complexity: O(*n*) in the length of the file.
  public init?(parsing bytes: Span<UInt8>) {
    let section = AskSection(bytes)
    guard let path = section.path("Socket") else { return nil }
    socketPath = path
    processID = section.text("PID").flatMap { Int32($0) } ?? 0
    echoes = section.flag("Echo")
    let expiry = section.text("NotAfter").flatMap { UInt64($0) } ?? 0
    expiryMicroseconds = expiry == 0 ? nil : expiry
    message = section.text("Message") ?? Self.defaultMessage
  }

  /// Returns whether the question has expired or its process has exited.
  ///
  /// - Parameter microseconds: The current time of `CLOCK_MONOTONIC`.
  public func hasEnded(at microseconds: UInt64) -> Bool {
    if let expiryMicroseconds, expiryMicroseconds <= microseconds { return true }
    // The numbers below 1 stand for process groups (kill(2)).
    return processID > 0 && kill(processID, 0) != 0 && errno == ESRCH
  }
}

/// The keys and values of the section `[Ask]`.
private struct AskSection {
  /// The last value of each key.
  private var values: [String: ArraySlice<UInt8>] = [:]

  init(_ bytes: Span<UInt8>) {
    let bytes = bytes.withUnsafeBufferPointer(Array.init)
    var isInside = false
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      let line = line.withoutBlanks
      switch line.first {
      case nil, UInt8(ascii: "#"), UInt8(ascii: ";"): continue
      case UInt8(ascii: "["): isInside = line.elementsEqual("[Ask]".utf8)
      default: if isInside { addValue(in: line) }
      }
    }
  }

  private mutating func addValue(in line: ArraySlice<UInt8>) {
    guard let sign = line.firstIndex(of: UInt8(ascii: "=")) else { return }
    let key = String(decoding: line[..<sign].withoutBlanks, as: UTF8.self)
    values[key] = line[(sign + 1)...].withoutBlanks
  }

  /// Returns a value as a text. `nil` if the key is missing or the value is empty.
  func text(_ key: String) -> String? {
    guard let value = values[key], !value.isEmpty else { return nil }
    return String(decoding: value, as: UTF8.self)
  }

  /// Returns a value that is an absolute path. `nil` if it is not, or if it is too long for a socket.
  func path(_ key: String) -> String? {
    guard let value = values[key], value.first == UInt8(ascii: "/"), !value.contains(0),
      value.count <= maximumSocketPathLength
    else { return nil }
    return String(validating: value, as: UTF8.self)
  }

  /// Returns whether a value is one of systemd's words for "true" (systemd.syntax(7)).
  func flag(_ key: String) -> Bool {
    text(key).map { ["1", "yes", "y", "true", "t", "on"].contains($0.lowercased()) } ?? false
  }
}

extension ArraySlice<UInt8> {
  /// The bytes without spaces, tabs and carriage returns at both ends.
  fileprivate var withoutBlanks: ArraySlice {
    let isText: (UInt8) -> Bool = { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D }
    guard let first = firstIndex(where: isText), let last = lastIndex(where: isText) else { return [] }
    return self[first...last]
  }
}
