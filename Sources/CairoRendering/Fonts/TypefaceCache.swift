import Scene

/// Opens the fonts of text styles and caches the most recently used ones.
final class TypefaceCache {
  private let fonts: FontSource
  /// The configuration, which is read when the first match is not in the cache.
  private var configuration: FontConfiguration?
  private(set) var matches: FontMatchCache?
  /// The open fonts of the cached matches.
  private var typefaces: [(file: FontFile, typeface: Typeface)] = []

  /// Creates a cache.
  ///
  /// - Parameters:
  ///   - fonts: The fonts to search.
  ///   - matches: The matches of an earlier run, which are used only if they are up to date.
  /// - Throws: `RenderingError.noFonts` if there are no fonts, and `outOfMemory`.
  init(_ fonts: FontSource, cachedMatches matches: FontMatchCache?) throws(RenderingError) {
    self.fonts = fonts
    if fonts == .system, let matches, matches.isUpToDate {
      self.matches = matches
    } else {
      configuration = try FontConfiguration(fonts)
    }
  }

  /// Returns the font of a style, or `nil` if no font file can be used unmodified.
  func typeface(for style: TextStyle) -> Typeface? {
    let request = FontRequest(family: style.family, weight: style.weight.rawValue)
    guard let file = fontFile(for: request) else { return nil }
    if let cached = typefaces.first(where: { $0.file == file }) { return cached.typeface }
    // A font that cannot be opened, for example without memory, is tried again for the next text.
    guard let typeface = Typeface(file) else { return nil }
    typefaces.append((file, typeface))
    return typeface
  }

  private func fontFile(for request: FontRequest) -> FontFile? {
    if let cached = matches?[request] { return cached.file }
    guard let configuration = openConfiguration() else { return nil }
    let file: FontFile?
    // The match is not cached, because it would outlast the lack of memory: Pango draws this text.
    do { file = try configuration.bestFont(for: request) } catch { return nil }
    var matches = matches ?? FontMatchCache(cacheKey: FontCacheKey(of: configuration))
    matches.add(FontMatch(request: request, file: file))
    self.matches = matches
    typefaces.removeAll { cached in !matches.matches.contains { $0.file == cached.file } }
    return file
  }

  /// Returns the configuration, and reads it on the first call. The result is `nil` if there are no
  /// longer any fonts.
  func openConfiguration() -> FontConfiguration? {
    if configuration == nil { configuration = try? FontConfiguration(fonts) }
    return configuration
  }
}
