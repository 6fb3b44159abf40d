import CXSession
import Glibc

/// A property of the program that the session manager stores ([XSMP][1], section 11).
///
/// [1]: https://www.x.org/releases/current/doc/libSM/xsmp.html
struct SessionProperty: Hashable {
  let name: String
  /// Whether the value is a list. If `false`, there is one value.
  let isList: Bool
  let values: [String]

  /// Returns the four properties that are required of every program, and the process id.
  ///
  /// `CurrentDirectory` is omitted: the only path in the command is the absolute path of the
  /// program, and the desktop decides in which directory it starts a program.
  static func standard(_ command: ProcessCommand, id: String, user: String, process: Int32)
    -> [SessionProperty]
  {
    let clone = [command.program] + command.arguments
    return [
      SessionProperty(name: "Program", isList: false, values: [command.program]),
      SessionProperty(name: "UserID", isList: false, values: [user]),
      SessionProperty(name: "ProcessID", isList: false, values: ["\(process)"]),
      SessionProperty(name: "CloneCommand", isList: true, values: clone),
      SessionProperty(name: "RestartCommand", isList: true, values: clone + [SessionInvitation.option, id]),
    ]
  }
}

extension SessionProperty {
  /// Passes the property to a closure in libSM's format.
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
