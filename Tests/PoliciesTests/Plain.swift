import TestSupport

@testable import Policies

/// What a document says, wherever it says it.
enum Plain: Hashable {
  case string(String)
  case integer(Int)
  case boolean(Bool)
  case array([Plain])
  case table([String: Plain])

  init(_ value: TomlValue) {
    switch value.content {
    case .string(let text): self = .string(text)
    case .integer(let number): self = .integer(number)
    case .boolean(let truth): self = .boolean(truth)
    case .array(let values): self = .array(values.map(Plain.init))
    case .table(let table): self = Plain(table)
    }
  }

  init(_ table: TomlTable) {
    let entries = table.ordered.map { ($0.key.name, Plain($0.value)) }
    self = .table(Dictionary(uniqueKeysWithValues: entries))
  }

  /// Reads a document.
  static func reading(_ text: String) throws -> Plain {
    Plain(try TomlReader.read(Array(text.utf8)))
  }
}

extension Plain: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  init(stringLiteral text: String) { self = .string(text) }
  init(integerLiteral number: Int) { self = .integer(number) }
  init(booleanLiteral truth: Bool) { self = .boolean(truth) }
  init(arrayLiteral values: Plain...) { self = .array(values) }
  init(dictionaryLiteral entries: (String, Plain)...) {
    self = .table(Dictionary(uniqueKeysWithValues: entries))
  }
}
