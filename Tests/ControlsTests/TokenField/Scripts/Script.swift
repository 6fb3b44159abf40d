import Glibc
import TestSupport

/// A file of commands and expectations.
struct Script {
  /// The description of the test: the first lines, each of which begins with `# `.
  let title: String
  /// The lines with commands and expectations, with their line numbers.
  let lines: [(number: Int, text: String)]

  /// The line and cause of the first failure.
  struct Failure: CustomStringConvertible {
    let line: Int
    let error: ScriptError

    var description: String { "line \(line): \(error)" }
  }

  init(_ text: String) {
    let all = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    title = all.prefix { $0.hasPrefix("# ") }.map { String($0.dropFirst(2)) }.joined(separator: " ")
    lines = zip(1..., all).filter { !$0.1.isEmpty && !$0.1.hasPrefix("#") }
      .map { (number: $0.0, text: $0.1) }
  }

  /// Runs the script up to the first failure.
  ///
  /// - Returns: The failure. `nil` if all expectations are met.
  func run() -> Failure? {
    var (runner, hasExpectation) = (ScriptRunner(), false)
    for line in lines {
      do throws(ScriptError) {
        var words = try ScriptWords(of: line.text)
        let isExpectation = words.skip("expect")
        if !isExpectation { try runner.perform(&words) }
        if isExpectation || words.skip("→") {
          hasExpectation = true
          try runner.expect(&words)
        }
        try words.finish()
      } catch {
        return Failure(line: line.number, error: error)
      }
    }
    let end = Failure(line: lines.last?.number ?? 1, error: ScriptError("no expectation"))
    return hasExpectation ? nil : end
  }
}

// Files.
extension Script {
  /// The path of the directory that contains one script for each row.
  static let rowsPath = repositoryRoot + "/Tests/ControlsTests/TokenField/Scripts/Cases"

  /// The sorted names of all files in the directory.
  static let names: [String] = {
    guard let directory = opendir(rowsPath) else { return [] }
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

  init(named name: String) throws(ScriptError) {
    self.init(try Self.text(ofFile: "\(Self.rowsPath)/\(name)"))
  }

  static func text(ofFile path: String) throws(ScriptError) -> String {
    guard let file = fopen(path, "r") else { throw ScriptError("cannot open \(path)") }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    while case let byte = getc(file), byte != EOF { bytes.append(UInt8(byte)) }
    return String(decoding: bytes, as: UTF8.self)
  }
}
