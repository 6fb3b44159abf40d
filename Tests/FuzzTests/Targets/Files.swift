import CSodium
import Controls
import Glibc
import Scene
import ScreenDriver
import System
import TestSupport

@testable import CairoRendering
@testable import Policies
@testable import Secrets
@testable import Tactile

extension FuzzTarget {
  /// Files that the program reads.
  static let files = [
    FuzzTarget("configurations", length: 1536, runConfiguration),
    FuzzTarget("blocklists") { input in
      let list = Blocklist(lines: input.span)
      let lines = input.split { $0 == 10 || $0 == 13 }
      try law(list.count <= lines.count, "a list has at most its lines")
      var text = SecureText()
      for line in lines.prefix(8) {
        text.removeAll()
        guard case .inserted = text.replace(graphemes: 0..<0, with: Array(line).span) else { continue }
        try law(list.contains(text), "a list contains its lines: \(line)")
      }
      try law(list.union(list) == list, "the union with itself is the same")
    },
    FuzzTarget("saved-positions", count: 5000, runPositions),
    FuzzTarget("font-matches") { input in
      guard let text = String(validating: input, as: UTF8.self), let read = FontMatchCache(text: text) else {
        return
      }
      try law(read.matches.count <= 16, "the number of matches is limited")
      try law(read.text.flatMap(FontMatchCache.init) == read, "a cache is read as it was written")
    },
    FuzzTarget("password-hashes") { input in
      let hash = PasswordHashFileFormat.passwordHash(in: input.span)
      try law((hash != nil) == isHash(input), "a hash is valid if libsodium accepts it, within the limits")
      guard let hash else { return }
      let content = PasswordHashFileFormat.content(of: hash)
      try law(input == content || input == content.dropLast(), "a hash is written as it was read")
    },
    FuzzTarget("completions") { input in
      let lines = LineFile.lines(in: input)
      let index = CompletionIndex(lines, folding: \.withoutMarks)
      for line in lines.prefix(3) {
        let found = index.completions(of: String(line.prefix(3)), limit: 8)
        try law(
          found.count <= 8 && found.allSatisfy { lines.contains($0.text) }, "completions are few of the lines"
        )
      }
      var emptied = index
      for line in lines { emptied.remove(line) }
      try law(emptied.completions(of: "a", limit: 8).isEmpty, "removed lines are not found")
    },
    FuzzTarget("icons", count: 2000) { input in
      ftruncate(iconFile, 0)
      try law(pwrite(iconFile, input, input.count, 0) == input.count, "the icon is written")
      guard let image = try? Image.icon(at: "/proc/self/fd/\(iconFile)", side: 16) else { return }
      let isPremultiplied = image.pixels.allSatisfy { pixel in
        [0, 8, 16].allSatisfy { pixel >> $0 & 0xFF <= pixel >> 24 }
      }
      try law(image.pixels.count == 256 && isPremultiplied, "an icon has the size and premultiplied pixels")
    },
  ]

  /// A file without a name.
  private static let iconFile: Int32 = {
    var template = Array("/tmp/tactile-icon-XXXXXX".utf8CString)
    let file = mkstemp(&template)
    unlink(&template)
    return file
  }()

  private static func runConfiguration(_ input: [UInt8]) throws {
    let lines = input.count { $0 == 10 } + 1
    do throws(TOMLError) {
      let configuration = try ButtonConfiguration(try TOMLParser.parse(input))
      try Result { try law(configuration.items.count <= 8, "the number of items is limited") }.mapError {
        TOMLError(location: TOMLLocation(line: 0, column: 0), message: "\($0)")
      }.get()
    } catch {
      try law(
        (1...lines).contains(error.location.line) && error.location.column > 0,
        "an error is in the text: \(error)")
    }
    var policy: PasswordPolicy?
    do throws(ConfigurationFileError) {
      policy = try PolicyFile.policy(in: input, named: "p") { name in
        name.hasPrefix("l") ? .success(.common) : .failure(ConfigurationFileError(name, "missing"))
      }
    } catch {
      let hasBreak = error.description.unicodeScalars.contains { $0.properties.generalCategory == .control }
      try law(!hasBreak, "an error is one line: \(error)")
    }
    if let policy {
      try law((1...SecureText.capacity).contains(policy.minimumLength), "the length is in its range")
    }
  }

  private static func runPositions(_ input: [UInt8]) throws {
    let directory = try TemporaryDirectory()
    let file = AtomicFile(directory: "\(directory.path)/tactile", name: "positions")
    try file.replace(with: input.span, isDurable: false)
    func read() -> ButtonPositions { ButtonPositions(named: "positions", in: directory.path) { _ in } }
    var positions = read()
    for key in ["button", "ball"] {
      guard let saved = positions.position(for: key) else { continue }
      let isInside = (0...1).contains(saved.position.x) && (0...1).contains(saved.position.y)
      try law(isInside && saved.monitor >= 0, "a position is on a monitor")
    }
    var reader = InputReader(input)
    let numbers = [reader.number(), reader.number()].map { (0...1).contains($0) ? $0 : 0.5 }
    let position = ButtonPositions.SavedPosition(
      monitor: Int(reader.byte()), position: UnitPoint(x: numbers[0], y: numbers[1]))
    positions.save(position, for: "ball")
    try law(read().position(for: "ball") == position, "a position is read as it was saved")
  }

  /// Returns whether libsodium accepts a file with a hash, and its parameters are within the limits.
  private static func isHash(_ bytes: [UInt8]) -> Bool {
    let text = bytes.last == UInt8(ascii: "\n") ? Array(bytes.dropLast()) : bytes
    let cString = text.map(CChar.init(bitPattern:)) + [0]
    // It accepts bytes beyond ASCII as Base64.
    guard text.allSatisfy({ (1..<128).contains($0) }), text.count < crypto_pwhash_strbytes(),
      text.starts(with: "$argon2id$".utf8), crypto_pwhash_str_needs_rehash(cString, 1, 8192) >= 0
    else { return false }
    let parts = text.split(separator: UInt8(ascii: "$"))
    let numbers = String(decoding: parts[2], as: UTF8.self).split(separator: ",")
      .compactMap { Int($0.drop { $0 != "=" }.dropFirst()) }
    return (8...1 << 20).contains(numbers[0]) && (1...4).contains(numbers[1]) && numbers[2] == 1
      // 16 and 32 bytes in Base64.
      && parts[3].count == 22 && parts[4].count == 43
  }
}
