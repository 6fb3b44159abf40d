import Glibc

/// A file of commands and of what they should lead to.
struct Script {
  /// Its first lines, each of which begins with `# `: what it shows.
  let title: String
  /// All other lines that say something, with their numbers.
  let lines: [(number: Int, text: String)]

  /// Where one is not as it should be.
  struct Failure: CustomStringConvertible {
    let line: Int
    let fault: ScriptFault

    var description: String { "line \(line): \(fault)" }
  }

  init(_ text: String) {
    let all = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    title = all.prefix { $0.hasPrefix("# ") }.map { String($0.dropFirst(2)) }.joined(separator: " ")
    lines = zip(1..., all).filter { !$0.1.isEmpty && !$0.1.hasPrefix("#") }
      .map { (number: $0.0, text: $0.1) }
  }

  /// Does what it says, up to the first thing that is not as it should be.
  ///
  /// - Returns: `nil` where all is.
  func run() -> Failure? {
    var (runner, hasExpectation) = (ScriptRunner(), false)
    for line in lines {
      do throws(ScriptFault) {
        var words = try ScriptWords(of: line.text)
        if words.take("expect") {
          hasExpectation = true
          try runner.expect(&words)
        } else {
          try runner.perform(&words)
        }
        try words.finish()
      } catch {
        return Failure(line: line.number, fault: error)
      }
    }
    let end = Failure(line: lines.last?.number ?? 1, fault: ScriptFault("it expects nothing"))
    return hasExpectation ? nil : end
  }
}

// Files.
extension Script {
  /// Where the scripts lie, one for each row.
  static let folder: String = {
    let parts = #filePath.split(separator: "/", omittingEmptySubsequences: false)
    return parts.dropLast().joined(separator: "/") + "/Rows"
  }()

  /// The names of all files in the folder, in their order.
  static let names: [String] = {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name.first != "." { names.append(name) }
    }
    return names.sorted()
  }()

  init(named name: String) throws(ScriptFault) {
    self.init(try Self.text(ofFile: "\(Self.folder)/\(name)"))
  }

  static func text(ofFile path: String) throws(ScriptFault) -> String {
    guard let file = fopen(path, "r") else { throw ScriptFault("there is no \(path)") }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    while case let byte = getc(file), byte != EOF { bytes.append(UInt8(byte)) }
    return String(decoding: bytes, as: UTF8.self)
  }
}
