import Secrets

extension PasswordPolicy {
  /// The most rules that a file may have: each is a line of the form.
  private static let mostRules = 8

  /// Creates the policy that a document describes.
  ///
  /// - Parameter list: Reads a list of passwords by its name.
  init(
    _ document: TomlTable, list: (String) -> Result<Blocklist, PolicyFileError>
  ) throws(TomlError) {
    try document.allow([
      "minimum_length", "minimum_length_text", "blocklist", "blocklist_text", "rule",
    ])
    let length = try document.integer("minimum_length", in: 1...SecureText.capacity)
    self.init(
      minimumLength: length ?? Self.default.minimumLength,
      lengthLine: try document.line("minimum_length_text"),
      rules: try Self.rules(document["rule"]),
      blocklist: try Self.blocklist(document["blocklist"], list: list),
      blocklistLine: try document.line("blocklist_text"))
  }

  private static func rules(_ value: TomlValue?) throws(TomlError) -> [PasswordRule] {
    guard let value else { return [] }
    let tables = try value.array("A rule begins with [[rule]].")
    if tables.count > mostRules {
      throw TomlError(
        place: tables[mostRules].place, message: "More than \(mostRules) rules are too many.")
    }
    return try tables.map { value throws(TomlError) in
      try PasswordRule(value.table("A rule begins with [[rule]]."), at: value.place)
    }
  }

  private static func blocklist(
    _ value: TomlValue?, list: (String) -> Result<Blocklist, PolicyFileError>
  ) throws(TomlError) -> Blocklist? {
    var union: Blocklist?
    for value in try value?.array("Lists stand between [ and ].") ?? [] {
      let next = try blocklist(named: try value.string(), at: value.place, list: list)
      union = union?.union(next) ?? next
    }
    return union
  }

  private static func blocklist(
    named name: String, at place: TomlPlace,
    list: (String) -> Result<Blocklist, PolicyFileError>
  ) throws(TomlError) -> Blocklist {
    if name == "common" { return .common }
    do throws(PolicyFileError) {
      return try list(name).get()
    } catch {
      throw TomlError(place: place, message: "Cannot read \(error)")
    }
  }
}

extension PasswordRule {
  private static let kinds: [(name: String, rule: PasswordRule)] = [
    ("uppercase", .uppercase), ("lowercase", .lowercase), ("number", .number),
    ("symbol", .symbol), ("letter", .letter), ("space", .space),
  ]

  /// So many characters of a kind may be asked for.
  private static let counts = 1...16

  /// Creates the rule that a table describes.
  fileprivate init(_ table: TomlTable, at place: TomlPlace) throws(TomlError) {
    try table.allow(["kind", "characters", "at_least", "text"])
    let rule: PasswordRule
    switch (table["kind"], table["characters"]) {
    case (let kind?, nil): rule = try Self.rule(ofKind: kind)
    case (nil, let characters?): rule = try Self.rule(of: characters)
    default: throw TomlError(place: place, message: "A rule has either a kind or characters.")
    }
    self = rule.requiring(
      atLeast: try table.integer("at_least", in: Self.counts) ?? 1, line: try table.line("text"))
  }

  private static func rule(ofKind value: TomlValue) throws(TomlError) -> PasswordRule {
    let name = try value.string()
    guard let kind = kinds.first(where: { $0.name == name }) else {
      let names = kinds.map(\.name).joined(separator: ", ")
      throw TomlError(place: value.place, message: "A kind is one of \(names).")
    }
    return kind.rule
  }

  private static func rule(of value: TomlValue) throws(TomlError) -> PasswordRule {
    guard let rule = PasswordRule.oneOf(try value.line()) else {
      let message = "Characters are single code points, so that each can be counted."
      throw TomlError(place: value.place, message: message)
    }
    return rule
  }
}
