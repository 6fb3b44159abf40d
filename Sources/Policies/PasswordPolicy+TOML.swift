import Secrets

extension PasswordPolicy {
  /// The maximum number of rules in a file. Each rule is a line of the form.
  private static let maximumRules = 8

  /// Creates the policy that a document describes.
  ///
  /// - Parameter list: Reads a list of passwords by its name.
  init(_ document: TOMLTable, list: (String) -> Result<Blocklist, ConfigurationFileError>) throws(TOMLError) {
    try document.allowOnly(["minimum_length", "minimum_length_text", "blocklist", "blocklist_text", "rule"])
    let length = try document.integer("minimum_length", in: 1...SecureText.capacity)
    self.init(
      minimumLength: length ?? Self.default.minimumLength,
      lengthText: try document.line("minimum_length_text"), rules: try Self.rules(document["rule"]),
      blocklist: try Self.union(document["blocklist"], list: list),
      blocklistText: try document.line("blocklist_text"))
  }

  private static func rules(_ value: TOMLValue?) throws(TOMLError) -> [PasswordRule] {
    guard let value else { return [] }
    let tables = try value.array("expected a [[rule]] table")
    if tables.count > maximumRules {
      throw tables[maximumRules].error("too many rules; maximum \(maximumRules)")
    }
    return try tables.map { value throws(TOMLError) in try PasswordRule(value) }
  }

  private static func union(
    _ value: TOMLValue?, list: (String) -> Result<Blocklist, ConfigurationFileError>
  ) throws(TOMLError) -> Blocklist? {
    var union: Blocklist?
    for value in try value?.array("expected an array in brackets") ?? [] {
      let name = try value.string()
      let next = try (name == "common" ? .success(.common) : list(name)).mapError {
        value.error("cannot read '\($0.path)': \($0.message)")
      }.get()
      union = union?.union(next) ?? next
    }
    return union
  }
}

extension PasswordRule {
  private static let kinds: [(String, PasswordRule)] = [
    ("uppercase", .uppercase), ("lowercase", .lowercase), ("number", .number), ("symbol", .symbol),
    ("letter", .letter), ("space", .space),
  ]

  /// The valid values of `at_least`.
  private static let counts = 1...16

  /// Creates the rule that a table describes.
  fileprivate init(_ value: TOMLValue) throws(TOMLError) {
    let table = try value.table("expected a [[rule]] table")
    try table.allowOnly(["kind", "characters", "at_least", "text"])
    let rule: PasswordRule
    if table["kind"] != nil, table["characters"] != nil {
      throw value.error("a rule has either 'kind' or 'characters', not both")
    } else if let kind = try table.choice("kind", of: Self.kinds) {
      rule = kind
    } else if let characters = table["characters"] {
      guard let oneOf = PasswordRule.oneOf(try characters.line()) else {
        throw characters.error("'characters' must contain single code points only")
      }
      rule = oneOf
    } else {
      throw value.error("a rule needs 'kind' or 'characters'")
    }
    self = rule.requiring(
      atLeast: try table.integer("at_least", in: Self.counts) ?? 1, text: try table.line("text"))
  }
}
