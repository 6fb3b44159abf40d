import CairoRendering
import Glibc
import Scene
import System

/// The search for an icon by its name ([Icon Theme Specification][1]) or its path.
///
/// Searches the theme of the desktop, the themes from which it inherits, and the icons without a theme. The size of an
/// icon is the number in the name of its directory.
///
/// [1]: https://specifications.freedesktop.org/icon-theme-spec/latest/
struct IconTheme {
  /// The directories that contain themes, the first one with the highest priority.
  private let bases: [String]
  private let themes: [String]

  /// - Parameter name: The name of the theme. Without one, or if it has no such icon, the common themes are searched.
  init(named name: String?) {
    let data = BaseDirectory.data.path(
      variable: environmentVariable("XDG_DATA_HOME"), home: environmentVariable("HOME"))
    let system = environmentVariable("XDG_DATA_DIRS") ?? ""
    let all = "\(data ?? ""):\(system.isEmpty ? "/usr/local/share:/usr/share" : system)"
    let bases = all.split(separator: ":").map { "\($0)/icons" }
    let own = [name].compactMap(\.self).filter { !$0.contains("/") }
    self.bases = bases
    themes =
      own + own.flatMap { Self.parents(of: $0, in: bases) } + ["hicolor", "Adwaita", "gnome", "breeze"]
  }

  /// Returns the themes from which a theme inherits.
  private static func parents(of theme: String, in bases: [String]) -> [String] {
    let files = bases.lazy.compactMap {
      try? AtomicFile(path: "\($0)/\(theme)/index.theme").read(limit: 1 << 20)
    }
    let (key, text) = ("Inherits=", String(decoding: files.first ?? [], as: UTF8.self))
    let line = text.split(separator: "\n").first { $0.hasPrefix(key) } ?? ""
    return line.dropFirst(key.count).split(separator: ",").map(String.init).filter { !$0.contains("/") }
  }

  /// Returns the image of an icon.
  ///
  /// - Parameters:
  ///   - name: The name in the theme, or the absolute path of a file.
  ///   - side: The width and the height in device pixels.
  /// - Throws: The reason why there is no image.
  func image(of name: String, side: Int) throws(RenderingError) -> Image {
    guard let path = name.hasPrefix("/") ? name : path(of: name, side: side) else {
      throw .drawing("no icon has this name")
    }
    return try Image.icon(at: path, side: side)
  }

  private func path(of name: String, side: Int) -> String? {
    guard !name.contains("/") else { return nil }
    let directories = themes.flatMap { theme in bases.map { "\($0)/\(theme)" } }
    let paths = directories.lazy.compactMap {
      best("\(Self.literal($0))/*/*/\(Self.literal(name))", side: side)
    }
    return paths.first
      ?? ["png", "svg"].lazy.map { "/usr/share/pixmaps/\(name).\($0)" }.first { access($0, R_OK) == 0 }
  }

  /// Returns the file with the smallest size that is large enough, or else with the largest. A scalable file is best.
  private func best(_ pattern: String, side: Int) -> String? {
    let paths = Self.matches(of: "\(pattern).svg") + Self.matches(of: "\(pattern).png")
    func rank(_ path: String) -> Int {
      // The directory of the size is above or below that of the context, such as `48x48/apps` or `apps/48`.
      let directories = path.split(separator: "/").suffix(3).dropLast()
      let size = directories.lazy.compactMap { Int($0.prefix { $0.isNumber }) }.first
      guard let size, path.hasSuffix(".png") else { return 0 }
      return size >= side ? size : 1_000_000 - size
    }
    return paths.min { rank($0) < rank($1) }
  }

  /// Returns the pattern that matches only a text.
  private static func literal(_ text: String) -> String {
    String(text.flatMap { "*?[\\".contains($0) ? ["\\", $0] : [$0] })
  }

  /// Returns the paths that match a pattern (`glob(3)`).
  private static func matches(of pattern: String) -> [String] {
    var result = glob_t()
    defer { globfree(&result) }
    guard glob(pattern, 0, nil, &result) == 0 else { return [] }
    return (0..<Int(result.gl_pathc)).compactMap { result.gl_pathv[$0].map { String(cString: $0) } }
  }
}
