import Testing

@Suite struct `Token field scripts` {
  @Test(arguments: Script.names) func `meet their expectations`(name: String) throws {
    let script = try Script(named: name)
    #expect(!script.title.isEmpty, "a script begins with a description")
    guard let failure = script.run() else { return }
    Issue.record(
      "\(failure)",
      sourceLocation: SourceLocation(
        fileID: "ControlsTests/\(name)", filePath: "\(Script.rowsPath)/\(name)", line: failure.line,
        column: 1))
  }

  @Test func `exist for each row of features and of keys`() {
    let rows = Script.names.map { $0.split(separator: "-", maxSplits: 2).prefix(2) }
    let numbers = [("2a", 26), ("2b", 21)].flatMap { table, count in
      (1...count).map { "\(table)-\($0 < 10 ? "0" : "")\($0)" }
    }
    #expect(rows.map { $0.joined(separator: "-") } == numbers)
  }

  private static let faulty: [(String, Int)] = [
    ("field |[a]\nexpect [a]|", 2), ("field |[a]\npress Right\nexpect |[a]", 3),
    ("field |[a]\nexpect [b]", 2), ("field |[a]\nexpect |", 2), ("field |ab\nexpect |[ab]", 2),
    ("field |[a]\njump Right\nexpect |[a]", 2), ("field |[a]\nexpect |[a] [b]", 2),
    ("field |[a]\npress Right twice\nexpect [a]|", 2), ("field |[a]\npress Sideways", 2),
    ("field |[a]\nexpect joy", 2), ("field |[a]\nset color blue\nexpect |[a]", 2),
    ("press Right\nexpect |", 1), ("field |[a]\npress Right", 2), ("field |[a", 1),
    ("field |[a]\ntype \"x\nexpect |[a]", 2), ("field |[a]\npaste \"x\"\nexpect |[a]", 2),
    ("field |[a]\nexpect clipboard \"a\"", 2), ("field |[a]\nexpect handled", 2),
    ("field |[a]\nclick [b]\nexpect |[a]", 2), ("field |[a]\nexpect bell", 2),
    ("field |[a]\nexpect status \"fine\"", 2), ("field |[a]\nexpect same [b]", 2),
    ("field |[a][b]\nexpect lines \"[a]\" \"[b]\"", 2), ("field |[a]\nexpect caret x 31", 2),
    ("field |[a]\nexpect popup \"a\"", 2), ("field |[a]\nexpect popup", 2),
    ("field |[a]\npress Menu\nexpect menu none", 3), ("field |[a]\nchoose \"Copy\"", 2),
    ("field |[a]\npress Menu\nexpect menu \"Undo\"", 3), ("set completions a\nfield |", 1),
    ("field |[a]\nexpect tooltip \"a\"", 2), ("field |[a]\npoint [a]\nexpect |[a]", 2),
    ("field |[a]\nwindow close\nexpect |[a]", 2), ("field ^[a]|\npress Ctrl+C\nexpect no offer", 3),
    ("field |[a]\nexpect dragged \"a\"", 2), ("field |[a]\ndrag [a] away", 2),
  ]

  @Test(arguments: faulty) func `fail at the line with the error`(
    text: String, line: Int
  ) {
    #expect(Script(text).run()?.line == line)
  }

  @Test func `skip comments and empty lines, and accept escaped characters`() {
    let text = """
      # One.
      # Two.

      field [a b]\\|\\ c[\\]]|
      # Three.
      press Left ×2
      expect [a b]\\|\\ |c[\\]]
      expect [a\\u{20}b]\\u{7c}\\u{20}c[\\]]
      """
    #expect(Script(text).title == "One. Two.")
    #expect(Script(text).run()?.description == nil)
  }
}
