import CairoRendering
import Glibc
import Scene
import System

/// A search for icons of one size. It reads many directories, so it belongs on a thread other than the event loop's.
struct IconSearch: Hashable, Sendable {
  /// The names of the icons, or their absolute paths.
  let names: Set<String>
  /// The name of the icon theme of the desktop, if there is one.
  let theme: String?
  /// The width and the height in device pixels.
  let side: Int

  /// Reads the icons. Returns their images by their names, and prints why others cannot be shown.
  func run() -> [String: Image] {
    let theme = IconTheme(named: theme)
    return names.reduce(into: [:]) { images, name in
      do throws(RenderingError) { images[name] = try theme.image(of: name, side: side) } catch {
        StandardError.print("cannot show the icon '\(name)': \(error)")
      }
    }
  }
}

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

  /// - Parameters:
  ///   - name: The name of the theme. Without one, or if it has no such icon, the common themes are searched.
  ///   - bases: The directories that contain themes, the first one with the highest priority.
  init(named name: String?, in bases: [String] = defaultBases) {
    self.bases = bases
    var (themes, pending) = ([String](), [name].compactMap(\.self))
    // Searches a theme once, so that a cycle ends, and not very many. "hicolor" comes last, even if a theme names it.
    while let theme = pending.popLast(), themes.count < 32 {
      guard !theme.contains("/"), theme != "hicolor", !themes.contains(theme) else { continue }
      themes.append(theme)
      pending += Self.parents(of: theme, in: bases).reversed()
    }
    self.themes = themes + ["hicolor", "Adwaita", "gnome", "breeze"].filter { !themes.contains($0) }
  }

  private static var defaultBases: [String] {
    let data = BaseDirectory.data.path
    let system = environmentVariable("XDG_DATA_DIRS") ?? ""
    let all = "\(data ?? ""):\(system.isEmpty ? "/usr/local/share:/usr/share" : system)"
    return all.split(separator: ":").map { "\($0)/icons" }
  }

  /// Returns the themes from which a theme inherits.
  private static func parents(of theme: String, in bases: [String]) -> [String] {
    let files = bases.lazy.compactMap {
      try? AtomicFile(path: "\($0)/\(theme)/index.theme").read(limit: 1 << 20)
    }
    // The property `first` would read the file twice, and trap if it had changed.
    let file = files.first { _ in true } ?? []
    let (key, text) = ("Inherits=", String(decoding: file, as: UTF8.self))
    let line = text.split(separator: "\n").first { $0.hasPrefix(key) } ?? ""
    return line.dropFirst(key.count).split(separator: ",").map { String($0.drop { $0 == " " }) }
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
    return paths.first { _ in true }
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
