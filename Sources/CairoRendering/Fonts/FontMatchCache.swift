/// The fonts that fontconfig selected for the styles of a window, with the data that invalidates
/// the selection.
///
/// Reading the font configuration and the font list of the system takes longer than everything else
/// before the first frame. A program that saves this cache uses fontconfig again only after a
/// change that affects the matches.
public struct FontMatchCache: Hashable, Sendable {
  /// One match for each requested style, the latest at the end. A window has only a few, so a
  /// linear search is faster than creating the metadata of a dictionary type.
  private(set) var matches: [FontMatch] = []
  let cacheKey: FontCacheKey
  /// The families that took precedence over the families of the styles, or `nil`.
  public internal(set) var preferredFamily: String?

  /// The maximum number of matches. A window requests four weights, and four more after each change
  /// of the desktop's font.
  static let maximumCount = 16

  init(cacheKey key: FontCacheKey) { self.cacheKey = key }

  /// Whether fontconfig would return the same matches again, judging by files and environment.
  ///
  /// - Complexity: One `stat` call for each of about 80 files and directories.
  var isUpToDate: Bool { cacheKey.isUpToDate && matches.allSatisfy { $0.file?.isUpToDate ?? true } }

  subscript(request: FontRequest) -> FontMatch? { matches.first { $0.request == request } }

  /// Adds a match. If the cache is full, removes the oldest match.
  ///
  /// - Precondition: The cache contains no match for the same request.
  mutating func add(_ match: FontMatch) {
    if matches.count == Self.maximumCount { matches.removeFirst() }
    matches.append(match)
  }
}

/// The font of a style: a file with outlines and the index of the font in that file.
struct FontFile: Hashable, Sendable {
  /// The state of the file when it was matched. The path is absolute.
  let stamp: FileStamp
  /// The index in the format of fontconfig's `FC_INDEX` and FreeType. The lower 16 bits are the
  /// font of a collection; the next 15 bits are the named instance of a variable font, counted from
  /// 1.
  let index: UInt32
  /// The axes of a variable font in CSS notation, such as `wght=500`. Usually empty.
  let variations: String

  var path: String { stamp.path }

  /// Whether the file exists and is unchanged.
  var isUpToDate: Bool { stamp.digest != nil && stamp.isUpToDate }
}

/// The result of a font lookup.
struct FontMatch: Hashable, Sendable {
  let request: FontRequest
  /// The font, or `nil` if fontconfig has none that is suitable for `HarfBuzzLine`.
  let file: FontFile?
}

/// The criteria of a font lookup.
struct FontRequest: Hashable, Sendable {
  /// The families in order of preference, separated by commas.
  let family: String
  /// The weight as in OpenType's `usWeightClass`.
  let weight: Int
}

extension FontMatchCache {
  /// The cache as lines of text, for a file. It is `nil` if a name contains a tab or a line feed.
  public var text: String? {
    let lines =
      [[Self.header]] + cacheKey.variables.sorted { $0.key < $1.key }.map { ["variable", $0.key, $0.value] }
      + cacheKey.stamps.map { ["stamp"] + $0.fields } + (preferredFamily.map { [["preferred", $0]] } ?? [])
      + matches.map(Self.fields) + [[Self.end]]
    guard lines.joined().allSatisfy({ $0.utf8.allSatisfy { $0 != 0x09 && $0 != 0x0A } }) else { return nil }
    return lines.map { $0.joined(separator: "\t") + "\n" }.joined()
  }

  /// Creates a cache from the property `text` of another cache.
  ///
  /// - Returns: `nil` if the text has another format.
  public init?(text: String) {
    var lines = Self.parts(of: text, between: UInt8(ascii: "\n"))[...]
    guard lines.popFirst() == Self.header, lines.popLast() == "", lines.popLast() == Self.end else {
      return nil
    }
    var variables: [String: String] = [:]
    var stamps: [FileStamp] = []
    var matches: [FontMatch] = []
    var preferredFamily: String?
    for line in lines {
      let fields = Self.parts(of: line, between: UInt8(ascii: "\t"))
      switch (fields.first, fields.count) {
      case ("variable", 3): variables[fields[1]] = fields[2]
      case ("stamp", 3):
        guard let stamp = FileStamp(fields: fields[1...]) else { return nil }
        stamps.append(stamp)
      case ("preferred", 2): preferredFamily = fields[1]
      case ("font", 7):
        guard let match = Self.match(fields) else { return nil }
        matches.append(match)
      default: return nil
      }
    }
    self.init(cacheKey: FontCacheKey(variables: variables, stamps: stamps))
    self.preferredFamily = preferredFamily
    for match in matches where self[match.request] == nil { add(match) }
  }

  /// Splits text at each separator. It compares bytes, because finding character boundaries takes
  /// longer than all other work here.
  private static func parts(of text: String, between separator: UInt8) -> [String] {
    text.utf8.split(separator: separator, omittingEmptySubsequences: false).map { String(Substring($0)) }
  }

  /// The first line, which contains the format version.
  private static let header = "Tactile's fonts, 2"
  /// The last line. Without it, the file is incomplete, for example after a power failure.
  private static let end = "end"

  private static func fields(of match: FontMatch) -> [String] {
    let request = ["font", match.request.family, String(match.request.weight)]
    guard let file = match.file else { return request + ["", "", "", ""] }
    return request + file.stamp.fields + [String(file.index), file.variations]
  }

  private static func match(_ fields: [String]) -> FontMatch? {
    guard let weight = Int(fields[2]) else { return nil }
    let request = FontRequest(family: fields[1], weight: weight)
    if fields[3...].allSatisfy(\.isEmpty) { return FontMatch(request: request, file: nil) }
    guard fields[3].hasPrefix("/"), let stamp = FileStamp(fields: fields[3...4]),
      let index = UInt32(fields[5])
    else { return nil }
    let file = FontFile(stamp: stamp, index: index, variations: fields[6])
    return FontMatch(request: request, file: file)
  }
}

extension FileStamp {
  /// The path and the hash in hexadecimal digits. The second field is empty if there is no file.
  fileprivate var fields: [String] { [path, digest.map { String($0, radix: 16) } ?? ""] }

  fileprivate init?(fields: ArraySlice<String>) {
    guard let path = fields.first, let digits = fields.last else { return nil }
    let digest = UInt64(digits, radix: 16)
    guard digest != nil || digits.isEmpty else { return nil }
    self.init(path: path, digest: digest)
  }
}
