import ScreenDriver
import TestSupport
import Testing

/// The folders of the module `Windowing`, in each of which the sources can use only the types of the folders below it.
@Suite struct `Folders of Windowing` {
  /// The folders from the lowest to the highest. Documentation/Architecture.md describes them.
  private static let order = [
    "Loop", "Settings", "Selection", "DragAndDrop", "Frames", "Input", "InputMethod", "Content",
    "Application",
  ]

  /// The types that a source file declares for other files, and the names in its code.
  private struct SourceFile {
    let folder: String
    var types: [(extended: String?, name: String)] = []
    var names: Set<String> = []
    /// The names that are not members of another one.
    var roots: Set<String> = []

    private static let modifiers: Set = ["final", "indirect", "public", "package", "nonisolated"]
    private static let keywords: Set = ["class", "struct", "enum", "protocol", "typealias"]

    init(folder: String, text: String) {
      self.folder = folder
      var extended: String?
      for line in text.utf8.split(separator: UInt8(ascii: "\n")) {
        let words = Self.words(in: line)
        for word in words {
          let path = word.split(separator: ".", omittingEmptySubsequences: false).map { String($0) }
          let members = path.first == "Windowing" ? path.dropFirst() : path[...]
          names.formUnion(members)
          if let root = members.first { roots.insert(root) }
        }
        let indentation = line.prefix { $0 == UInt8(ascii: " ") }.count
        let declaration = words.drop(while: Self.modifiers.contains)
        guard let keyword = declaration.first, let name = declaration.dropFirst().first else { continue }
        if indentation == 0 {
          extended = keyword == "extension" ? name.split(separator: ".").last.map { String($0) } : nil
        }
        guard Self.keywords.contains(keyword), name.first?.isUppercase == true else { continue }
        if indentation == 0 || indentation == 2 && extended != nil { types.append((extended, name)) }
      }
    }

    /// Returns the identifiers before a comment, each with its members.
    private static func words(in line: Substring.UTF8View) -> [String] {
      line.split { byte in
        !(UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
          || UInt8(ascii: ".")...UInt8(ascii: "9") ~= byte || byte == UInt8(ascii: "_"))
      }.map { String(Substring($0)) }.prefix { !$0.hasPrefix("//") }.map(\.self)
    }

    func uses(_ type: (extended: String?, name: String)) -> Bool {
      guard let extended = type.extended else { return roots.contains(type.name) }
      return roots.contains(extended) && names.contains(type.name)
    }
  }

  @Test func `use only the types of folders below them`() throws {
    let sources = repositoryRoot + "/Sources/Windowing"
    let folders = try names(inDirectory: sources).filter { !$0.hasSuffix(".docc") }
    #expect(folders == Self.order.sorted())
    let files = try folders.flatMap { folder in try Self.files(in: "\(sources)/\(folder)", folder: folder) }
    var uses: Set<[String]> = []
    for declaring in files {
      for file in files where file.folder != declaring.folder {
        for type in declaring.types where file.uses(type) {
          uses.insert([file.folder, declaring.folder, type.name])
        }
      }
    }
    let upward = uses.filter { use in
      Self.order.firstIndex(of: use[0]) ?? 0 < Self.order.firstIndex(of: use[1]) ?? 0
    }
    #expect(upward.isEmpty, "a folder uses the type of a higher one")
    #expect(uses.contains(["Application", "Settings", "DesktopSettings"]))
  }

  /// Returns the source files of a directory and of the directories in it.
  private static func files(in directory: String, folder: String) throws -> [SourceFile] {
    try names(inDirectory: directory).flatMap { name in
      let path = "\(directory)/\(name)"
      guard name.hasSuffix(".swift") else { return try files(in: path, folder: name) }
      return [SourceFile(folder: folder, text: try contents(ofFile: path))]
    }
  }
}
