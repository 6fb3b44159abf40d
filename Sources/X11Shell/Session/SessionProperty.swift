import CXSession
import Glibc

/// What a session manager is told of a program ([XSMP][1], section 11).
///
/// [1]: https://www.x.org/releases/current/doc/libSM/xsmp.html
struct SessionProperty: Hashable {
  let name: String
  /// Whether it is a list; else it has one value.
  let isList: Bool
  let values: [String]

  /// The four that every program must set, and by which process it runs.
  ///
  /// `CurrentDirectory` is left out: no part of the command is a path but the program's own, which
  /// is absolute, and where a desktop's program runs is the manager's affair.
  static func introducing(
    _ command: ProcessCommand, id: String, user: String, process: Int32
  ) -> [SessionProperty] {
    let clone = [command.program] + command.arguments
    return [
      SessionProperty(name: "Program", isList: false, values: [command.program]),
      SessionProperty(name: "UserID", isList: false, values: [user]),
      SessionProperty(name: "ProcessID", isList: false, values: ["\(process)"]),
      SessionProperty(name: "CloneCommand", isList: true, values: clone),
      SessionProperty(
        name: "RestartCommand", isList: true, values: clone + [SessionInvitation.option, id]),
    ]
  }
}

extension SessionProperty {
  /// Lends it as libSM has it.
  func withCValue<Result>(_ body: (UnsafeMutablePointer<CXSessionProperty>) -> Result) -> Result {
    let texts = ([name, isList ? "LISTofARRAY8" : "ARRAY8"] + values).map { strdup($0) }
    defer { for text in texts { free(text) } }
    var elements = zip(values, texts.dropFirst(2)).map { value, text in
      CXSessionValue(length: Int32(value.utf8.count), bytes: UnsafeMutableRawPointer(text))
    }
    return elements.withUnsafeMutableBufferPointer { elements in
      var property = CXSessionProperty(
        name: texts[0], type: texts[1], count: Int32(elements.count), values: elements.baseAddress)
      return body(&property)
    }
  }
}
