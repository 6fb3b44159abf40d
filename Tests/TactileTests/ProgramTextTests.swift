import Controls
import Prompts
import Testing
import Toolkit
import Windowing

@testable import System
@testable import Tactile

@Suite struct `Texts of the program` {
  private static let texts: [ProgramText] =
    SnapMode.allCases.map { .snap($0) }
    + [1, 2].flatMap {
      [
        .atLeast($0), .atMost($0), .remainingAttempts($0), .waitingRequests($0, refused: $0 - 1),
      ]
    } + [
      .authentication, .polkitRequest, .authenticationFailed, .wrongAnswer, .waiting, .checking, .action,
      .detailsNotice, .unreadCommand, .facts(user: "a", start: "b"), .vendor, .passwordOf("a"),
      .administrator("a"),

      .locale, .recipients, .dragMe, .dark, .light, .ball, .button, .reduced, .full, .open, .closed, .confirm,
      .message,
      .notice, .hostKey, .newPassword, .password, .tokens, .cancel, .yes, .no, .close, .fingerprint, .answer,
      .repeat, .suggest, .savePassphrase, .quality, .passphrasesMatch, .passphrasesDiffer,
      .prompt("User name"), .wrongForm, .unfinishedText, .markedTokens,
    ]

  @Test func `about who asks have no arrows of names and no long ones`() {
    let name = String(repeating: "a", count: 100)
    func requester(_ names: String..., omittedCount: Int = 0) -> Requester {
      Requester(
        .known,
        names.enumerated().map { index, name in
          let process = ProcessInformation(
            id: Int32(index + 2), parent: 1, startTime: 0, realUser: 0, name: name,
            words: index > 1 ? [] : ["a ← b\n", "c"])
          return Requester.Program(process, asks: index > 0)
        }, omittedCount: omittedCount)
    }
    let text = ProgramText.requester(requester("pkexec", "sudo ← bash", name)).english
    #expect(text.hasPrefix("Not verified: asked by sudo bash ← a"))
    #expect(text.count < 80 && text.filter { $0 == "←" }.count == 1)
    // The first one only performs the request of another program.
    let ended = Requester(.ended, requester("pkexec").programs)
    #expect(
      ProgramText.requester(ended) == ProgramText.requester(Requester(.ended)))
    // The facts are first. A line feed is visible.
    let start = ProcessInformation(id: 0, parent: 1, startTime: 0, realUser: 0, name: "").localStartTime
    func details(_ requester: Requester) -> [String] {
      requester.details(in: AppearancePreferences().strings)
    }
    let facts = (2...4).map { "\($0), user 0, started \(start); " }
    #expect(
      details(requester("a ← b", "c", "d")) == [
        "\(facts[0])a b: “a b␊ c”", "← \(facts[1])c: “a b␊ c”", "← \(facts[2])d (command not read)",
      ])
    for (count, text) in [
      (0, nil), (1, "← 1 more program"), (27, "← 27 more programs"), (28, "← 28+ more programs"),
    ] {
      #expect(
        details(requester("a", "b", omittedCount: count)).dropFirst(2) == [text].compactMap(\.self)[...])
    }
    for imitation in "←⟵⇐⬅🡐￩➔∈❮“”»″‶＂〃…ʺ" {
      let text = details(requester("", "a \(imitation) 1 (root)   b"))[1]
      #expect(text.hasPrefix("← \(facts[1])a 1 (root) b: “"), "\(imitation)")
    }
    // The script of an interpreter stays on its line.
    let script = ProgramText.requester(requester("pkexec", "bash")).english
    #expect(script == "Not verified: asked by bash\u{A0}(c)")
    for name in ["", " ", "→ ←"] {
      let text = ProgramText.requester(requester("pkexec", name, "sh")).english
      #expect(text == "Not verified: asked by 3 ← sh", "\(name)")
    }
    let agent = ProgramText.requester(requester("pkexec", "ssh-agent", "sh"))
    #expect(agent.english.hasSuffix("by ssh-agent ← sh, for an unknown program"))
  }

  @Test(arguments: [
    Requester(.unknown), Requester(.ended), Requester(.process(7)),
    Requester(
      .known, [.init(ProcessInformation(id: 7, parent: 1, startTime: 0, realUser: 0, name: "systemd"))]),
  ])
  func `about who asks begin alike`(requester: Requester) {
    let text = ProgramText.requester(requester)
    #expect(text.english.hasPrefix("Not verified: asked by "))
    #expect(text.german.hasPrefix("Nicht geprüft: Anfrage von "))
  }

  @Test(arguments: texts) func `are translated`(text: ProgramText) {
    #expect(!text.english.isEmpty && !text.german.isEmpty)
    #expect((text.english == text.german) == (text == .snap(.original)))
  }

  @Test func `have the right plural forms`() {
    #expect(
      ProgramText.atLeast(1)
        == ProgramText("Enter at least one token.", "Geben Sie mindestens einen Eintrag ein."))
    #expect(
      ProgramText.atMost(2)
        == ProgramText("Enter at most 2 tokens.", "Geben Sie höchstens 2 Einträge ein."))
  }

  @Test func `name each command of the window and of the desktop button in both languages`() {
    let titles = [EnglishStrings.shared as any ControlStrings, GermanStrings.shared].map { strings in
      WindowCommand.allCases.map {
        $0.item(ButtonOptions(), AppearancePreferences(), hasInspector: false, in: strings).label
      }
    }
    #expect(zip(titles[0], titles[1]).allSatisfy { $0 != $1 })
    for action in BuiltInAction.allCases {
      let title = action.item.title
      #expect((title.english == title.german) == (action == .window(.showDesktop)))
    }
  }

  @Test func `are German in a German window`() throws {
    var preferences = AppearancePreferences()
    preferences.strings = GermanStrings.shared
    let configuration = WindowContents.configuration(
      ButtonOptions(), for: preferences, in: preferences.strings, hasInspector: false)
    let quit = try #require(configuration.menuItems.last)
    #expect(quit.label == "Beenden" && quit.shortcut == "Strg+Q")
    #expect(configuration.menuItems[0].label == "Design" && configuration.menuItems[0].detail == "Hell")
    #expect(configuration.label == "Zieh mich!")
    let problem = TokenKind.email.problem(of: "jo", in: preferences.strings)
    #expect(problem == "In der E-Mail-Adresse fehlt @")
  }
}
