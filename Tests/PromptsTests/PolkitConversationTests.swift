import DBus
import TestSupport
import Testing

@testable import Prompts

/// The lines of a helper (`<`) and the actions of the user (`>`), with the steps that follow them.
private func transcript(of script: String) -> [String] {
  var conversation = PolkitConversation()
  var result = conversation.start().map(\.text)
  for line in script.split(separator: "\n") {
    var steps: [PolkitConversation.Step] = []
    switch line {
    case "> OK": steps = conversation.answer()
    case "> Cancel": steps = conversation.cancel()
    case "> user 1": steps = conversation.select(user: 1)
    default:
      let wasAsking = conversation.isAsking
      steps = conversation.receive(PolkitHelperLine(line.dropFirst(2).utf8))
      if conversation.isAsking, !wasAsking, let prompt = conversation.prompt {
        result.append("ask \(prompt.label)\(prompt.isSecret ? "" : " visibly")")
      }
    }
    result += steps.map { step in
      step == .refuse ? "refuse \(conversation.remainingAttemptCount ?? 0)" : step.text
    }
    result.append(conversation.messages.map { "[\($0.text)]" }.joined())
  }
  return result.filter { !$0.isEmpty }
}

extension PolkitConversation.Step {
  fileprivate var text: String {
    switch self {
    case .startHelper(let user): "start \(user)"
    case .sendAnswer: "send"
    case .refuse: "refuse"
    case .finish(nil): "succeeded"
    case .finish(let error?): error == .polkitFailed ? "failed" : "cancelled"
    }
  }
}

@Suite struct `Polkit conversation` {
  private static let prompt = "< PAM_PROMPT_ECHO_OFF Password: "

  @Test(arguments: [
    ("\(prompt)\n> OK\n< SUCCESS", "start 0,ask Password,send,succeeded"),
    ("< SUCCESS", "start 0,succeeded"),
    ("\(prompt)\n< SUCCESS\n> OK\n> Cancel", "start 0,ask Password,succeeded"),
    ("\(prompt)\n> Cancel\n< SUCCESS", "start 0,ask Password,cancelled"),
    ("> Cancel", "start 0,cancelled"),
    // Enter without a question, or twice.
    ("> OK\n\(prompt)\n> OK\n> OK\n< SUCCESS", "start 0,ask Password,send,succeeded"),
    // Enter before the same question is asked again, and before another one.
    (
      "\(prompt)\n> OK\n< FAILURE\n> OK\n\(prompt)\n> OK\n< SUCCESS",
      "start 0,ask Password,send,refuse 2,start 0,send,succeeded"
    ),
    (
      "\(prompt)\n> OK\n< FAILURE\n> OK\n< PAM_PROMPT_ECHO_ON Code:\n> OK\n< SUCCESS",
      "start 0,ask Password,send,refuse 2,start 0,ask Code visibly,send,succeeded"
    ),
    ("\(prompt)\n> OK\n> OK\n\(prompt)\n> Cancel", "start 0,ask Password,send,ask Password,cancelled"),
    (
      "\(prompt)\n> OK\n< FAILURE\n> OK\n> user 1\n\(prompt)\n> Cancel",
      "start 0,ask Password,send,refuse 2,start 0,start 1,ask Password,cancelled"
    ),
    // An early answer clears the messages, too.
    (
      "\(prompt)\n> OK\n< PAM_ERROR_MSG x\n< FAILURE\n> OK\n\(prompt)\n< FAILURE",
      "start 0,ask Password,send,[x],refuse 2,start 0,[x],send,refuse 1,start 0"
    ),
    // A code after the password.
    (
      "\(prompt)\n> OK\n< PAM_PROMPT_ECHO_ON Code:\n> OK\n< SUCCESS",
      "start 0,ask Password,send,ask Code visibly,send,succeeded"
    ),
    // Failures.
    ("< FAILURE", "start 0,failed"),
    ("< PAM_ERROR_MSG No device\n< FAILURE", "start 0,[No device],failed,[No device]"),
    ("< nonsense", "start 0,failed"),
    (
      [String](repeating: "\(prompt)\n> OK\n< FAILURE", count: 4).joined(separator: "\n"),
      "start 0,ask Password,send,refuse 2,start 0,ask Password,send,refuse 1,start 0,ask Password,send,"
        + "failed"
    ),
    ("\(prompt)\n> OK\n< FAILURE\n< FAILURE", "start 0,ask Password,send,refuse 2,start 0,failed"),
    // Another user is no failed attempt.
    (
      "\(prompt)\n> user 1\n> user 1\n\(prompt)\n> OK\n< FAILURE",
      "start 0,ask Password,start 1,ask Password,send,refuse 2,start 1"
    ),
    // All users together have three attempts.
    (
      "\(prompt)\n> OK\n< FAILURE\n\(prompt)\n> OK\n< FAILURE\n> user 1\n\(prompt)\n> OK\n< FAILURE",
      "start 0,ask Password,send,refuse 2,start 0,ask Password,send,refuse 1,start 0,start 1,ask Password,"
        + "send,failed"
    ),
    // The messages since the last answer stay, at most four.
    (
      "< PAM_TEXT_INFO a\n< PAM_ERROR_MSG b\n\(prompt)\n> OK\n< PAM_TEXT_INFO c\n< FAILURE",
      "start 0,[a],[a][b],ask Password,[a][b],send,[c],refuse 2,start 0,[c]"
    ),
    (
      "< PAM_TEXT_INFO 1\n< PAM_TEXT_INFO 2\n< PAM_TEXT_INFO 3\n< PAM_TEXT_INFO 4\n< PAM_TEXT_INFO 5",
      "start 0,[1],[1][2],[1][2][3],[1][2][3][4],[2][3][4][5]"
    ),
  ])
  func `takes the steps of the transcript`(script: String, steps: String) {
    #expect(transcript(of: script).joined(separator: ",") == steps)
  }

  /// After any lines and actions, there is exactly one end, which is final, and at most two refusals before it.
  @Test(arguments: seeds(40)) func `ends once`(seed: Int) {
    var random = SeededGenerator(seed: seed)
    let events = [
      Self.prompt, "< PAM_PROMPT_ECHO_ON x", "< PAM_TEXT_INFO x", "< FAILURE", "> OK", "> user 1",
    ]
    for last in ["< SUCCESS", "> Cancel"] {
      let script =
        (0..<30).map { _ in events.randomElement(using: &random) ?? "" } + [last, "> OK", "< FAILURE"]
      let steps = transcript(of: script.joined(separator: "\n")).filter { !$0.hasPrefix("[") }
      let ends = ["succeeded", "failed", "cancelled"]
      #expect(steps.count(where: ends.contains) == 1 && ends.contains(steps.last ?? ""))
      #expect(steps.count { $0.hasPrefix("refuse") } < 3)
    }
  }
}

@Suite struct `Line of polkit's helper` {
  @Test(arguments: [
    (#"PAM_PROMPT_ECHO_OFF \303\234ber:\t\"a\\b\" "#, "Über:\t\"a\\b\" ", true),
    (#"PAM_PROMPT_ECHO_OFF "#, "", true), (#"PAM_PROMPT_ECHO_ON \7\401\n\z"#, "\u{7}\u{1}\nz", false),
    (#"PAM_PROMPT_ECHO_ON \377\"#, "\u{FFFD}", false),
  ])
  func `is unescaped`(line: String, text: String, isSecret: Bool) {
    #expect(PolkitHelperLine(Array(line.utf8)) == .prompt(PolkitPrompt(text: text, isSecret: isSecret)))
  }

  @Test(arguments: [
    "", "SUCCESSFUL", " SUCCESS", "PAM_PROMPT_ECHO_OFF", "PAM_TEXT_INFOx", "FAILURE",
    "PAM_TEXT_INFO " + String(repeating: "a", count: PolkitHelperLine.maximumLength),
  ])
  func `is a failure if it is too long, or unless its kind is known`(line: String) {
    #expect(PolkitHelperLine(Array(line.utf8)) == .failure)
  }

  @Test(arguments: [
    ("Password: ", "Password", true, true), ("Mot de passe : ", "Mot de passe", true, true),
    ("密码：", "密码：", true, true), ("  : ", "", true, false), ("a\nb: ", "a\nb", true, false),
    ("Insert your device, then press ENTER.", "Insert your device, then press ENTER.", false, true),
    (String(repeating: "a", count: 41), String(repeating: "a", count: 41), false, false),
  ])
  func `has the label of its prompt`(text: String, label: String, asksForPassword: Bool, isShort: Bool) {
    let prompt = PolkitPrompt(text: text, isSecret: true)
    #expect(prompt.label == label && prompt.asksForPassword == asksForPassword)
    #expect(prompt.hasShortLabel == isShort)
  }
}

@Suite struct `Polkit request` {
  private static func user(_ id: UInt32, kind: String = "unix-user", key: String = "uid") -> BusValue {
    .structure([.string(kind), .dictionary([(key, .uint32(id))])])
  }

  private static func request(
    cookie: String = "1-a", details: [(String, String)] = [], _ identities: [BusValue] = [user(0)]
  ) throws(BusCallError) -> PolkitRequest {
    let entries = details.map { BusValue.entry(.string($0.0), .string($0.1)) }
    return try PolkitRequest(
      [
        .string("org.example.a"), .string("\u{1B}[31m"), .string("../../x.png"), .array(of: "{ss}", entries),
        .string(cookie), .array(of: "(sa{sv})", identities),
      ], for: 7)
  }

  @Test func `has each user once, and the processes if they are known`() throws {
    let request = try Self.request(
      details: [("polkit.subject-pid", "4711"), ("polkit.caller-pid", "x")],
      [5, 0, 5, 7].map { Self.user($0) })
    #expect(request.userIDs == [7, 5, 0] && request.subjectID == 4711 && request.callerID == nil)
    for number in ["-1", "0", "", "99999999999"] {
      #expect(try Self.request(details: [("polkit.subject-pid", number)]).subjectID == nil)
    }
    #expect(
      try Self.request((0..<9999).reversed().map { Self.user($0) }).userIDs == [7] + (9950..<9999).reversed())
  }

  @Test(arguments: [
    [], [user(0, kind: "unix-group")], [user(1), user(0, key: "gid")],
    [.structure([.string("unix-user"), .dictionary([("uid", .string("0"))])])], [.string("unix-user")],
  ])
  func `is refused without users`(identities: [BusValue]) {
    let error = #expect(throws: BusCallError.self) { try Self.request(identities) }
    #expect(error?.name == "org.freedesktop.PolicyKit1.Error.Failed")
  }

  @Test(arguments: ["", "a\nroot", "a\0"]) func `is refused with a cookie that is no line`(cookie: String) {
    #expect(throws: BusCallError.self) { try Self.request(cookie: cookie) }
  }
}
