import DBus
import TestSupport

@testable import Prompts
@testable import System

extension FuzzTarget {
  /// Data from clients of the dialogs: Assuan, questions of systemd and ssh, and polkit with its helper.
  static let prompts = [
    // A line of Assuan has at most 1,000 bytes.
    FuzzTarget("assuan", length: 1200, runAssuan),
    FuzzTarget("systemd-questions") { input in
      guard let question = SystemdQuestion(parsing: input.span) else { return }
      let path = question.socketPath.utf8
      try law(
        path.first == UInt8(ascii: "/") && path.count <= 107 && !path.contains(0),
        "a socket path fits an address")
      try law(!question.message.isEmpty && question.expiryMicroseconds != 0, "missing values have defaults")
      _ = question.hasEnded(at: 1)
    },
    FuzzTarget("askpass-prompts") { input in
      let text = String(decoding: input, as: UTF8.self)
      for mode in [AskpassPrompt.Mode.entry, .confirmation, .notice] {
        let prompt = AskpassPrompt(text, mode: mode)
        try law(prompt.message.utf8.count <= text.utf8.count, "a message is a part of the prompt")
      }
    },
    FuzzTarget("polkit-helper", runPolkitHelper),
    FuzzTarget("polkit-requests", runPolkitRequest),
    FuzzTarget("process-information") { input in
      let parts = input.split(separator: 0, maxSplits: 2, omittingEmptySubsequences: false).map(Array.init)
      guard parts.count > 1, var process = ProcessInformation(id: 9, stat: parts[0], status: parts[1]) else {
        return
      }
      try law(process.name.utf8.count <= 3 * parts[0].count, "a name is a part of the file")
      let words = parts.last?.split(separator: 0).map { String(decoding: $0, as: UTF8.self) } ?? []
      process.words = words
      let program = Requester.Program(process)
      try law(program.name.hasPrefix(process.name), "a name begins with that of the program")
      let chain = Requester.chain(from: 9) { [process] in $0 == 9 || words.count > 1 ? process : nil }
      try law((1...32).contains(chain.count), "a chain of processes ends")
    },
  ]

  /// Gives lines to a session. While it accepts no line, the first byte of the next line is the event of the dialog.
  private static func runAssuan(_ input: [UInt8]) throws {
    let session = PinentrySession(version: "1.2.1", timeout: 60)
    let outcomes: [PinentrySession.Outcome] = [
      .accepted(isEmpty: false, isRepeated: true), .accepted(isEmpty: true, isRepeated: false), .confirmed,
      .refused,
      .cancelled, .closed, .timedOut,
    ]
    func perform(_ steps: [PinentrySession.Step], event: UInt8) throws {
      for step in steps {
        switch step {
        case .write(let bytes):
          let line = bytes.dropLast()
          let isLine = bytes.last == UInt8(ascii: "\n") && !line.contains { $0 == 10 || $0 == 13 }
          try law(
            isLine && line.count <= 1000,
            "a reply is one line of Assuan: \(String(decoding: bytes, as: UTF8.self))")
        case .lookUp: try perform(session.finishLookUp(isFound: event & 1 != 0), event: event)
        case .removeCached: try perform(session.finishRemoval(wasFound: event & 1 != 0), event: event)
        case .deliver(.quality(let percent)):
          try law((-100...100).contains(percent ?? 0), "quality is in its range")
        case .deliver(.generated): _ = session.takeGeneratedPassphrase()
        default: break
        }
      }
    }
    for line in input.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      let event = line.first ?? 0
      if session.acceptsInput {
        try perform(session.receive(Array(line).span), event: line.last ?? 0)
      } else {
        let inquiries: [PinentrySession.Inquiry] = [
          .quality, .quality, .constraints, .constraints, .generation,
        ]
        let steps =
          Int(event) < inquiries.count
          ? session.inquire(inquiries[Int(event)])
          : session.finish(outcomes[(Int(event) + 5) % outcomes.count])
        try perform(steps, event: event)
      }
      try law(session.settings.timeout >= 0, "a timeout is not negative")
    }
  }

  /// Gives the lines of a helper to a conversation, with an answer after each.
  private static func runPolkitHelper(_ input: [UInt8]) throws {
    let lines = input.split(separator: UInt8(ascii: "\n")).map { PolkitHelperLine($0) }
    var (conversation, ends) = (PolkitConversation(), 0)
    func count(_ steps: [PolkitConversation.Step]) throws {
      for step in steps {
        try law(ends == 0, "nothing follows the end")
        if case .finish = step { ends += 1 }
      }
    }
    try count(conversation.start())
    for (index, line) in lines.enumerated() {
      try count(conversation.receive(line))
      if index % 5 == 4 {
        try count(conversation.select(user: index % 3))
      } else {
        try count(conversation.answer())
      }
      try law(conversation.messages.count <= 4, "few messages stay")
    }
    try count(conversation.cancel())
    try law(ends == 1, "a conversation has an end")
  }

  private static func runPolkitRequest(_ input: [UInt8]) throws {
    var reader = InputReader(input)
    var arguments = (0..<3).map { _ in reader.flag() ? .string(reader.text()) : BusValue(&reader, depth: 0) }
    let keys = ["polkit.subject-pid", "polkit.caller-pid", "uid", ""]
    arguments.append(
      .array(
        of: "{ss}",
        (0..<reader.choice(of: 4)).map { _ in
          .entry(.string(reader.element(of: keys)), .string(reader.text()))
        }))
    arguments.append(reader.flag() ? .string(reader.text()) : BusValue(&reader, depth: 1))
    let identities = (0..<reader.choice(of: 64)).map { _ in
      let uid = reader.flag() ? BusValue.uint32(UInt32(reader.byte())) : BusValue(&reader, depth: 1)
      return reader.choice(of: 8) == 7
        ? BusValue(&reader, depth: 2) : .structure([.string("unix-user"), .dictionary([("uid", uid)])])
    }
    arguments.append(.array(of: "(sa{sv})", identities))
    guard let request = try? PolkitRequest(arguments, for: 0) else { return }
    try law(!request.cookie.isEmpty && request.cookie.utf8.allSatisfy { $0 >= 0x20 }, "a cookie is a line")
    try law((1...50).contains(request.userIDs.count), "the number of users is limited")
    try law(Set(request.userIDs).count == request.userIDs.count, "each user occurs once")
    try law((request.subjectID ?? 1) > 0 && (request.callerID ?? 1) > 0, "a process has a positive number")
  }
}
