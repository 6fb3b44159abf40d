import CairoRendering
import System

/// The file that caches font matches between launches: `$XDG_CACHE_HOME/tactile/fonts`.
///
/// If the file is missing or damaged, the program queries fontconfig again and prints no message.
struct FontMatchCacheFile: Sendable {
  private let file: AtomicFile
  /// The maximum file size in bytes: about ten times the usual size.
  private static let maximumFileSize = 1 << 17

  /// Determines the path of the file without accessing it.
  ///
  /// - Parameter directory: The path of the directory for caches.
  /// - Returns: `nil` if that is `nil`.
  init?(in directory: String? = BaseDirectory.cache.path) {
    guard let directory else { return nil }
    file = AtomicFile(directory: "\(directory)/tactile", name: "fonts")
  }

  /// Returns the font matches, or `nil` if the file is missing or damaged.
  func read() -> FontMatchCache? {
    guard let bytes = try? file.read(limit: Self.maximumFileSize),
      let text = String(validating: bytes, as: UTF8.self)
    else { return nil }
    return FontMatchCache(text: text)
  }

  /// Writes the matches that a renderer has found since the last call, if any.
  func update(from renderer: Renderer) {
    if let matches = renderer.takeNewFontMatches() { write(matches) }
  }

  /// Writes the file without syncing it to the disk, because a lost file can be created again.
  func write(_ matches: FontMatchCache) {
    guard let text = matches.text else { return }
    try? file.replace(with: text.utf8Span.span, isDurable: false)
  }
}
