import CairoRendering
import Files

/// The file in which a start finds which fonts an earlier one chose: `$XDG_CACHE_HOME/tactile/fonts`.
///
/// Whatever is wrong with it, the only harm is that fontconfig is asked again, which is done without
/// a word.
struct FontMemory: Sendable {
  private let file: AtomicFile
  /// Some ten times what there is to be written.
  private static let longestText = 1 << 17

  /// Finds the file's place, without touching it.
  ///
  /// - Parameters:
  ///   - xdgCacheHome: The environment's `XDG_CACHE_HOME`; `$HOME/.cache` where that is no absolute
  ///     path.
  ///   - home: The environment's `HOME`.
  /// - Returns: `nil` where neither is an absolute path.
  init?(xdgCacheHome: String?, home: String?) {
    guard let folder = BaseDirectory.cache.path(variable: xdgCacheHome, home: home) else {
      return nil
    }
    file = AtomicFile(folder: "\(folder)/tactile", name: "fonts")
  }

  /// `nil` where there is no such file, or nothing of use in it.
  func read() -> FontChoices? {
    guard let bytes = try? file.read(limit: Self.longestText),
      let text = String(validating: bytes, as: UTF8.self)
    else { return nil }
    return FontChoices(text: text)
  }

  /// Writes, without waiting for the disk: a file that is lost is made again.
  func write(_ choices: FontChoices) {
    guard let text = choices.text else { return }
    try? file.replace(with: text.utf8Span.span, isLasting: false)
  }
}
