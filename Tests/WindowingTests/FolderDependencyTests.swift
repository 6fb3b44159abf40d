import ScreenDriver
import Testing

@Suite struct `Folders of Windowing` {
  /// The folders from the lowest to the highest. Each can use only the ones before it.
  /// Documentation/Architecture.md describes them.
  private static let order = [
    "Loop", "Settings", "Selection", "DragAndDrop", "Frames", "Input", "InputMethod", "Content",
    "Application",
  ]

  @Test func `use only the types of folders below them`() throws {
    let package = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    let dependencies = FolderDependencies(
      try Self.files(in: "\(package)/Sources/Windowing", folder: ".", module: "Windowing"))
    let problems = dependencies.problems(order: Self.order)
    #expect(problems.isEmpty, "\(problems.map(\.description).sorted().joined(separator: "\n"))")
    #expect(dependencies.uses.contains { $0.type == "DesktopSettings" && $0.folder == "Application" })
  }

  /// Returns the source files of a directory and of the directories in it.
  private static func files(in directory: String, folder: String, module: String) throws -> [SourceFile] {
    try names(inDirectory: directory).flatMap { name in
      let path = "\(directory)/\(name)"
      guard name.hasSuffix(".swift") else { return try files(in: path, folder: name, module: module) }
      return [SourceFile(folder: folder, name: name, text: try contents(ofFile: path), module: module)]
    }
  }
}

@Suite struct `Folder dependencies` {
  private static func file(_ folder: String, _ text: String) -> SourceFile {
    SourceFile(folder: folder, name: "\(folder).swift", text: text, module: "Module")
  }

  @Test func `include the declared types of a source, except nested and private ones`() {
    let source = """
      // struct InComment {}
      /* class InBlock { /* enum InInnerBlock {} */ } struct InOuterBlock {} */
      public final class Shown {
        struct Nested { "}" }
        class func make() {}
      }
      private final class Hidden {}
      fileprivate struct AlsoHidden {}
      let text = "struct InString { \\(Shown.make(")")) "
      extension Outer.Middle {
        public enum Added { case first }
        private struct NotAdded {}
      }
      package protocol Named: AnyObject {}
      typealias Alias = Int
      """
    typealias TypeName = SourceFile.TypeName
    #expect(
      Self.file("A", source).declaredTypes == [
        TypeName(name: "Shown"), TypeName(outer: "Middle", name: "Added"), TypeName(name: "Named"),
        TypeName(name: "Alias"),
      ])
  }

  @Test(arguments: [
    ("let value: Used", true), ("extension Used {}", true), ("Module.Used()", true), ("[Used?]", true),
    (#"print("\(Used.self)")"#, true), (#"print("a\(f("b") + g(Used()))c")"#, true),
    (#"print("Used")"#, false), (#"print("\"Used")"#, false), ("// Used", false), ("/* Used */", false),
    ("/* /* */ Used */", false), ("Other.Used()", false), ("UsedUp()", false), ("used()", false),
    ("\"\"\"\nUsed \"quoted\"\n\"\"\"", false), ("\"\"\"\n\\(Used())\n\"\"\"", true),
  ])
  func `include the uses of a type in code only`(source: String, isUse: Bool) {
    let dependencies = FolderDependencies([Self.file("A", "struct Used {}"), Self.file("B", source)])
    let use = FolderDependencies.Use(folder: "B", file: "B.swift", type: "Used", declaringFolder: "A")
    #expect(dependencies.uses == (isUse ? [use] : []))
  }

  @Test(arguments: [
    ("Outer.Inner()", true), ("extension Outer { func f(_ inner: Inner) {} }", true), ("Inner()", false),
    ("Outer()", false),
  ])
  func `include the uses of a type in an extension with the extended type only`(source: String, isUse: Bool) {
    let dependencies = FolderDependencies([
      Self.file("A", "extension Outer { struct Inner {} }"), Self.file("B", source),
    ])
    #expect(dependencies.uses.map(\.type) == (isUse ? ["Outer.Inner"] : []))
  }

  @Test func `report uses against the order, and folders that differ from it`() {
    let dependencies = FolderDependencies([
      Self.file("Low", "struct Number { var owner: Window }"),
      Self.file("High", "class Window { let n: Number }"), Self.file("New", ""),
    ])
    let use = FolderDependencies.Use(
      folder: "Low", file: "Low.swift", type: "Window", declaringFolder: "High")
    #expect(
      dependencies.problems(order: ["Low", "High", "Old"])
        == [.upward(use), .unlisted(folder: "New"), .missing(folder: "Old")])
    #expect(dependencies.problems(order: ["High", "Low", "New"]).count == 1)
  }
}
