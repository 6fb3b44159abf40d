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
