/// A Swift source file in a folder of its module, as far as its types are concerned.
///
/// Raw strings and regular expressions are not supported, because the sources have none.
struct SourceFile {
  /// The name of a type that other files can use.
  struct TypeName: Hashable {
    /// The name of the extended type, if an extension declares the type.
    var outer: String?
    let name: String
  }

  let folder: String
  let name: String
  private let tokens: [String]
  /// All identifiers of the code.
  private let identifiers: Set<String>
  /// The identifiers that are not members of another one.
  private let roots: Set<String>

  private static let keywords: Set = ["class", "struct", "enum", "protocol", "actor", "typealias"]
  private static let modifiers: Set = [
    "final", "indirect", "public", "package", "internal", "private", "fileprivate",
  ]

  /// - Parameter module: The name of the module, which can qualify its types.
  init(folder: String, name: String, text: String, module: String) {
    self.folder = folder
    self.name = name
    var scanner = SourceScanner(text)
    scanner.readCode()
    tokens = scanner.tokens
    identifiers = Set(tokens)
    var roots: Set<String> = []
    for (index, token) in tokens.enumerated() {
      let isMember = index > 0 && tokens[index - 1] == "."
      if !isMember || index > 1 && tokens[index - 2] == module { roots.insert(token) }
    }
    self.roots = roots
  }

  /// The types that the file declares at top level or in an extension, except private ones.
  var declaredTypes: Set<TypeName> {
    var types: Set<TypeName> = []
    var depth = 0
    var extended: String?
    for (index, token) in tokens.enumerated() {
      switch token {
      case "{": depth += 1
      case "}":
        depth -= 1
        if depth == 0 { extended = nil }
      case "extension" where depth == 0: extended = path(after: index).last
      case _ where Self.keywords.contains(token):
        guard depth == 0 || depth == 1 && extended != nil, let name = path(after: index).first,
          name.first?.isUppercase == true, !isPrivate(at: index)
        else { continue }
        types.insert(TypeName(outer: extended, name: name))
      default: break
      }
    }
    return types
  }

  /// Returns whether the code names a type. A type of an extension counts as named if the extended type is
  /// named, too.
  func names(_ type: TypeName) -> Bool {
    guard let outer = type.outer else { return roots.contains(type.name) }
    return roots.contains(outer) && identifiers.contains(type.name)
  }

  /// Returns the identifiers after a keyword that are joined by periods.
  private func path(after keyword: Int) -> [String] {
    var path: [String] = []
    var index = keyword + 1
    while index < tokens.count, !["{", "}", "."].contains(tokens[index]) {
      path.append(tokens[index])
      guard index + 1 < tokens.count, tokens[index + 1] == "." else { break }
      index += 2
    }
    return path
  }

  private func isPrivate(at keyword: Int) -> Bool {
    let modifiers = tokens[..<keyword].reversed().prefix { Self.modifiers.contains($0) }
    return modifiers.contains("private") || modifiers.contains("fileprivate")
  }
}

/// Splits Swift code into identifiers, braces and periods. Omits comments and the text of string literals, but
/// reads the code of interpolations.
struct SourceScanner {
  private(set) var tokens: [String] = []
  private let bytes: [UInt8]
  private var index = 0

  init(_ text: String) { bytes = Array(text.utf8) }

  /// Reads code to its end, or to the parenthesis that ends an interpolation.
  mutating func readCode(isInterpolation: Bool = false) {
    var openParentheses = 0
    while index < bytes.count {
      let byte = bytes[index]
      switch byte {
      case UInt8(ascii: "/") where starts(with: "//"): skipLine()
      case UInt8(ascii: "/") where starts(with: "/*"): skipComment()
      case UInt8(ascii: "\""): skipString(endingWith: starts(with: "\"\"\"") ? "\"\"\"" : "\"")
      case UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "."):
        tokens.append(String(UnicodeScalar(byte)))
        index += 1
      case UInt8(ascii: "("):
        openParentheses += 1
        index += 1
      case UInt8(ascii: ")"):
        openParentheses -= 1
        index += 1
        if isInterpolation, openParentheses < 0 { return }
      case _ where Self.isIdentifier(byte): readIdentifier()
      default: index += 1
      }
    }
  }

  private static func isIdentifier(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
      true
    default: false
    }
  }

  private func starts(with text: String) -> Bool { bytes[index...].starts(with: text.utf8) }

  private mutating func readIdentifier() {
    let identifier = bytes[index...].prefix(while: Self.isIdentifier)
    tokens.append(String(decoding: identifier, as: UTF8.self))
    index = identifier.endIndex
  }

  private mutating func skipLine() {
    while index < bytes.count, bytes[index] != UInt8(ascii: "\n") { index += 1 }
  }

  /// Skips a comment, which can contain other comments.
  private mutating func skipComment() {
    var depth = 0
    while index < bytes.count {
      if starts(with: "/*") {
        depth += 1
        index += 2
      } else if starts(with: "*/") {
        depth -= 1
        index += 2
        if depth == 0 { return }
      } else {
        index += 1
      }
    }
  }

  private mutating func skipString(endingWith quotes: String) {
    index += quotes.utf8.count
    while index < bytes.count, !starts(with: quotes) {
      let isEscaped = bytes[index] == UInt8(ascii: "\\")
      let isInterpolated = starts(with: "\\(")
      index += isEscaped ? 2 : 1
      if isInterpolated { readCode(isInterpolation: true) }
    }
    index += quotes.utf8.count
  }
}

/// The folders of a module, and the types of other folders that each of them uses.
struct FolderDependencies {
  struct Use: Hashable {
    let folder: String
    let file: String
    let type: String
    /// The folder that declares the type.
    let declaringFolder: String
  }

  /// A difference between the folders and their order.
  enum Problem: Hashable, CustomStringConvertible {
    /// The order has no such folder.
    case unlisted(folder: String)
    /// The module has no such folder.
    case missing(folder: String)
    /// A file uses a type of a folder that is not below its own.
    case upward(Use)

    var description: String {
      switch self {
      case .unlisted(let folder):
        "The folder '\(folder)' is not in the order. Add it after all folders that it uses."
      case .missing(let folder): "The folder '\(folder)' of the order has no source file. Remove it."
      case .upward(let use):
        """
        \(use.folder)/\(use.file) uses \(use.type), which \(use.declaringFolder) declares, a folder that is \
        not below \(use.folder). Move the file or the type, or pass what the file needs.
        """
      }
    }
  }

  let folders: Set<String>
  private(set) var uses: Set<Use> = []

  init(_ files: [SourceFile]) {
    folders = Set(files.map(\.folder))
    for declaring in files {
      for type in declaring.declaredTypes {
        for file in files where file.folder != declaring.folder && file.names(type) {
          let name = [type.outer, type.name].compactMap(\.self).joined(separator: ".")
          uses.insert(
            Use(folder: file.folder, file: file.name, type: name, declaringFolder: declaring.folder))
        }
      }
    }
  }

  /// Returns all problems.
  ///
  /// - Parameter order: The folders, each of which can use only the ones before it.
  func problems(order: [String]) -> Set<Problem> {
    let upward = uses.filter { use in
      guard let user = order.firstIndex(of: use.folder) else { return false }
      return !order[..<user].contains(use.declaringFolder)
    }
    return Set(folders.subtracting(order).map { .unlisted(folder: $0) })
      .union(Set(order).subtracting(folders).map { .missing(folder: $0) })
      .union(upward.map { .upward($0) })
  }
}
