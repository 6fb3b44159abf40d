import Controls
import Prompts
import Testing
import Toolkit

@testable import Tactile

@Suite struct `Texts of the program` {
  private static let texts: [ProgramText] =
    WindowCommand.allCases.map { .command($0) } + SnapMode.allCases.map { .snap($0) }
    + [1, 2].flatMap {
      [.atLeast($0), .atMost($0), .remainingAttempts($0), .waitingRequests($0)]
    } + [
      .authentication, .polkitRequest, .authenticationFailed, .waiting, .checking, .action, .requestedBy,
      .performedBy, .detailsNotice, .vendor, .passwordOf("a"), .administrator("a"),

      .locale, .recipients, .dragMe, .dark, .light, .ball, .button, .reduced, .full, .open, .closed, .confirm,
      .message,
      .notice, .hostKey, .newPassword, .password, .tokens, .cancel, .yes, .no, .close, .fingerprint, .answer,
      .repeat, .suggest, .savePassphrase, .quality, .passphrasesMatch, .passphrasesDiffer,
      .prompt("User name"), .wrongForm, .unfinishedText, .markedTokens,
    ]

  @Test func `about who asks have no arrows of names and no long ones`() {
    let name = String(repeating: "a", count: 100)
    let text = ProgramText.requester(.programs(["sudo ← bash", name])).translations.english
    #expect(text.hasPrefix("Not verified: asked by sudo  bash ← a"))
    #expect(text.count < 80 && text.filter { $0 == "←" }.count == 1)
    let agent = ProgramText.requester(.programs(["ssh-agent"])).translations
    #expect(agent.english.hasSuffix("ssh-agent, which does not say for which program"))
  }

  @Test(arguments: texts) func `are translated`(text: ProgramText) {
    let (english, german) = text.translations
    #expect(!english.isEmpty && !german.isEmpty)
    #expect((english == german) == (text == .snap(.original)))
  }

  @Test func `have the right plural forms`() {
    #expect(
      ProgramText.atLeast(1).translations == (
        "Enter at least one token.", "Geben Sie mindestens einen Eintrag ein."
      ))
    #expect(
      ProgramText.atMost(2).translations == ("Enter at most 2 tokens.", "Geben Sie höchstens 2 Einträge ein.")
    )
  }

  @Test func `are German in a German window`() throws {
    var preferences = AppearancePreferences()
    preferences.strings = GermanStrings.shared
    let configuration = WindowContents.configuration(
      ButtonOptions(), for: preferences, in: preferences.strings, false)
    let quit = try #require(configuration.menuItems.last)
    #expect(quit.label == "Beenden" && quit.shortcut == "Strg+Q")
    #expect(configuration.menuItems[0].label == "Design" && configuration.menuItems[0].detail == "Hell")
    #expect(configuration.label == "Zieh mich!")
    let problem = TokenKind.email.problem(of: "jo", in: preferences.strings)
    #expect(problem == "In der E-Mail-Adresse fehlt @")
  }
}
