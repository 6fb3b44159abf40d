import Glibc
import Secrets
import System
import TestSupport
import Testing

@testable import Prompts

/// A client of a session with a scripted dialog.
private struct Conversation {
  /// The result of the next dialog, and what happens in it before.
  enum DialogEvent {
    case inquire(PinentrySession.Inquiry)
    case finish(PinentrySession.Outcome)
  }

  let session: PinentrySession
  /// The events of the dialogs, in order.
  var events: [DialogEvent]
  /// The lines to the client. Passphrases are replaced by their place.
  var output: [String] = []
  var answers: [PinentrySession.Answer] = []
  var steps: [PinentrySession.Step] = []
  var cache: Set<String>?

  init(_ events: [DialogEvent] = [], cache: Set<String>? = nil) {
    session = PinentrySession(version: "1.2.1", timeout: 60)
    (self.events, self.cache) = (events, cache)
  }

  mutating func send(_ line: String) {
    #expect(session.acceptsInput, "a line while a dialog is open: \(line)")
    perform(session.receive(line.utf8Span.span))
    continueDialog()
  }

  /// Performs the events of an open dialog up to an inquiry or its end.
  private mutating func continueDialog() {
    while !session.acceptsInput, !events.isEmpty {
      switch events.removeFirst() {
      case .inquire(let inquiry): perform(session.inquire(inquiry))
      case .finish(let outcome): perform(session.finish(outcome))
      }
    }
  }

  private mutating func perform(_ steps: [PinentrySession.Step]) {
    self.steps += steps
    for step in steps {
      switch step {
      case .write(let bytes): output.append(String(decoding: bytes.dropLast(), as: UTF8.self))
      case .writePassphrase: output.append("D <passphrase>")
      case .writeInquiry(.quality): output.append("INQUIRE QUALITY <passphrase>")
      case .writeInquiry: output.append("INQUIRE CHECKPIN <passphrase>")
      case .deliver(let answer): answers.append(answer)
      case .lookUp(let info): perform(session.finishLookUp(isFound: cache?.contains(info) == true))
      case .removeCached(let info): perform(session.finishRemoval(wasFound: cache.map { $0.contains(info) }))
      case .showPassphraseDialog, .showConfirmation, .end: break
      }
    }
  }

  /// Returns the replies to some lines.
  static func replies(
    to lines: String..., in events: [DialogEvent] = [], cache: Set<String>? = nil
  ) -> [String] {
    var conversation = Conversation(events, cache: cache)
    for line in lines { conversation.send(line) }
    return conversation.output
  }
}

/// A command and the replies that pinentry-curses 1.2.1 gave to it.
private struct Exchange: Sendable, CustomTestStringConvertible {
  let line: String
  let replies: [String]
  var testDescription: String { line }

  init(_ line: String, _ replies: String...) { (self.line, self.replies) = (line, replies) }

  static let user = "\(geteuid())/\(getegid())"
  static let unknown = "ERR 536871187 Unknown IPC command <User defined source 1>"
  static let notImplemented = "ERR 536870981 Not implemented <User defined source 1>"
  static let unknownOption = "ERR 83886254 Unknown option <Pinentry>"
  static let syntax = "ERR 536871188 IPC syntax error <User defined source 1>"

  static let all = [
    Exchange("NOP", "OK"), Exchange("nop", "OK"), Exchange("NOP\r", "OK"), Exchange(""),
    Exchange("# comment"),
    Exchange("END", notImplemented), Exchange("CANCEL", notImplemented), Exchange("AUTH", notImplemented),
    Exchange("D x", notImplemented), Exchange("FOO", unknown), Exchange("CAN", unknown),
    Exchange("INQUIRE", unknown), Exchange("   NOP", syntax + " - leading white-space"),
    Exchange("OPTION foo", unknownOption), Exchange("OPTION grab=1", unknownOption),
    Exchange("OPTION", syntax + " - argument required"),
    Exchange("OPTION x=", syntax + " - option argument expected"), Exchange("OPTION --grab", "OK"),
    Exchange("OPTION lc-ctype C", "OK"), Exchange("OPTION lc-ctype = C", "OK"),
    Exchange("OPTION formatted-passphrase=x", unknownOption),
    Exchange("GETINFO version", "D 1.2.1", "OK"), Exchange("GETINFO pid", "D \(getpid())", "OK"),
    Exchange("GETINFO flavor", "D tactile", "OK"), Exchange("GETINFO ttyinfo", "D - - - - \(user) -", "OK"),
    Exchange("GETINFO foo", "ERR 83886360 IPC parameter error <Pinentry>"), Exchange("RESET", "OK"),
    Exchange("HELP GETPIN", "ERR 536870939 Not found <User defined source 1>"),
    Exchange("SETTIMEOUT x", "OK"), Exchange("SETKEYINFO n/ab", "OK"), Exchange("SETDESC %0A", "OK"),
    Exchange("SETREPEATOK yes", "OK"), Exchange("BYE", "OK closing connection"),
  ]
}

@Suite struct `Pinentry session` {
  @Test(arguments: Exchange.all)
  fileprivate func `replies to a command like GnuPG's pinentry`(exchange: Exchange) {
    #expect(Conversation.replies(to: exchange.line) == exchange.replies)
  }

  @Test func `lists its commands`() {
    let lines = Conversation.replies(to: "HELP")
    #expect(lines.last == "OK" && lines.dropLast().allSatisfy { $0.hasPrefix("# ") })
    let names = Set(lines.dropLast().map { $0.dropFirst(2) })
    for name in ["GETPIN", "CONFIRM", "SETREPEATOK", "SETGENPIN_TT", "CLEARPASSPHRASE"] {
      #expect(names.contains(Substring(name)))
    }
  }

  @Test func `describes the terminal of the client`() throws {
    var status = stat()
    try #require(stat("/dev/null", &status) == 0)
    let file = "\(String(status.st_mode, radix: 8))/\(status.st_uid)/\(status.st_gid)"
    let lines = Conversation.replies(
      to: "OPTION ttyname=/dev/null", "OPTION ttytype=xterm", "OPTION display=:0", "GETINFO ttyinfo")
    #expect(lines.suffix(2) == ["D /dev/null xterm :0 \(file) \(Exchange.user) -", "OK"])
    let missing = Conversation.replies(to: "OPTION ttyname=/none", "GETINFO ttyinfo")
    #expect(missing[1] == "D /none - - ? \(Exchange.user) -")
  }

  @Test func `accepts all options that gpg-agent sends`() {
    let options = [
      "no-grab", "ttyname=/dev/pts/1", "ttytype=xterm", "lc-ctype=C.UTF-8", "lc-messages=C",
      "allow-external-password-cache", "default-ok=_OK", "default-cancel=_Cancel", "default-yes=_Yes",
      "default-no=_No", "default-prompt=PIN:", "default-pwmngr=_Save", "default-cf-visi=Do?",
      "default-tt-visi=Show", "default-tt-hide=Hide", "default-capshint=Caps", "invisible-char=*",
      "touch-file=/tmp/x", "owner=12/0 host", "formatted-passphrase", "formatted-passphrase-hint=a%0Ab",
      "constraints-enforce", "constraints-hint-short=x", "constraints-hint-long=y",
      "constraints-error-title=z", "allow-emacs-prompt", "parent-wid=77", "xauthority=/x",
    ]
    var conversation = Conversation()
    for option in options { conversation.send("OPTION \(option)") }
    #expect(conversation.output == Array(repeating: "OK", count: options.count))
    let set = conversation.session.options
    #expect(
      !set.grabsKeyboard && set.allowsExternalCache && set.enforcesConstraints && set.parentWindow == 77)
    #expect(set.formatHint == "a\nb" && set.defaultLabels["ok"] == "_OK")
    conversation.send("OPTION grab")
    #expect(conversation.session.options.grabsKeyboard)
    // The last one would be no window in the 32 bits of the protocol.
    for (id, window) in [("0x2000003", 0x200_0003), ("0", nil), ("4294967296", nil)] as [(String, UInt?)] {
      conversation.send("OPTION parent-wid=\(id)")
      #expect(conversation.session.options.parentWindow == window)
    }
    let host = String(decoding: hostName ?? [], as: UTF8.self)
    for (id, owner) in [("12/0", 12), ("7", 7), ("0", nil), ("-1/0", nil)] as [(String, Int32?)] {
      conversation.send("OPTION owner=\(id) \(host)")
      #expect(conversation.session.options.ownerID == owner)
    }
  }

  @Test func `decodes texts, and keeps options but no texts over a reset`() {
    var conversation = Conversation()
    for line in ["SETDESC a%0Ab+c %zz%", "SETPROMPT _PIN:", "SETTIMEOUT 5", "OPTION no-grab"] {
      conversation.send(line)
    }
    let session = conversation.session
    #expect(session.settings.description == "a\nb+c %zz%" && session.settings.timeout == 5)
    conversation.send("RESET")
    #expect(session.settings.description == nil && session.settings.timeout == 5)
    #expect(session.prompt == "PIN:" && !session.options.grabsKeyboard)
  }

  @Test func `replies to GETPIN with the passphrase`() {
    let accepted = Conversation.DialogEvent.finish(.accepted(isEmpty: false, isRepeated: false))
    #expect(Conversation.replies(to: "GETPIN", in: [accepted]) == ["D <passphrase>", "OK"])
    let empty = Conversation.DialogEvent.finish(.accepted(isEmpty: true, isRepeated: true))
    #expect(Conversation.replies(to: "GETPIN", in: [empty]) == ["OK"])
    let repeated = Conversation.DialogEvent.finish(.accepted(isEmpty: false, isRepeated: true))
    #expect(
      Conversation.replies(to: "SETREPEAT", "GETPIN", in: [repeated])
        == ["OK", "S PIN_REPEATED", "D <passphrase>", "OK"])
  }

  @Test(arguments: [
    (PinentrySession.Outcome.cancelled, ["ERR 83886179 Operation cancelled <Pinentry>"]),
    (.closed, ["S BUTTON_INFO close", "ERR 83886179 Operation cancelled <Pinentry>"]),
    (.timedOut, ["S ERROR tactile.? 83886142 ", "ERR 83886142 Timeout <Pinentry>"]),
  ])
  func `replies to GETPIN with the reason for no passphrase`(
    outcome: PinentrySession.Outcome, lines: [String]
  ) {
    #expect(Conversation.replies(to: "GETPIN", in: [.finish(outcome)]) == lines)
  }

  @Test(arguments: [
    ("CONFIRM", PinentrySession.Outcome.confirmed, ["OK"]),
    ("CONFIRM", .cancelled, ["ERR 83886179 Operation cancelled <Pinentry>"]),
    ("CONFIRM", .refused, ["ERR 83886194 Not confirmed <Pinentry>"]),
    ("CONFIRM --one-button", .cancelled, ["OK"]), ("MESSAGE", .cancelled, ["OK"]),
    ("MESSAGE", .closed, ["S BUTTON_INFO close", "OK"]),
  ])
  func `replies to a confirmation`(command: String, outcome: PinentrySession.Outcome, lines: [String]) {
    #expect(Conversation.replies(to: command, in: [.finish(outcome)]) == lines)
  }

  @Test func `clears the error and the second field after a dialog`() {
    var conversation = Conversation([.finish(.cancelled), .finish(.confirmed)])
    for line in ["SETERROR wrong", "SETREPEAT again", "SETQUALITYBAR", "SETDESC text", "GETPIN"] {
      conversation.send(line)
    }
    let session = conversation.session
    #expect(session.settings.error == nil && session.settings.repeatLabel == nil)
    #expect(session.settings.qualityLabel == nil && session.settings.description == "text")
    conversation.send("SETERROR wrong")
    conversation.send("CONFIRM")
    #expect(session.settings.error == nil)
  }

  @Test func `asks for the quality`() {
    var conversation = Conversation([.inquire(.quality)])
    conversation.send("SETQUALITYBAR Quality:")
    conversation.send("GETPIN")
    conversation.send("D -3%30")
    conversation.send("END")
    #expect(conversation.output == ["OK", "INQUIRE QUALITY <passphrase>"])
    #expect(conversation.answers == [.quality(-30)])
    conversation.events = [.inquire(.quality), .finish(.cancelled)]
    _ = conversation.session.inquire(.quality)
    conversation.send("CAN")
    #expect(conversation.answers.last == .quality(nil))
  }

  @Test func `asks whether a passphrase is allowed, and ignores the second END of gpg-agent`() {
    var conversation = Conversation([.inquire(.constraints)])
    conversation.send("GETPIN")
    conversation.send("END")
    #expect(conversation.answers == [.constraints(problem: nil)])
    _ = conversation.session.finish(.accepted(isEmpty: false, isRepeated: true))
    conversation.send("END")
    #expect(conversation.output == ["INQUIRE CHECKPIN <passphrase>"])
    conversation.send("END")
    #expect(conversation.output.last == Exchange.notImplemented)
  }

  @Test func `delivers the reason why a passphrase is not allowed`() {
    var conversation = Conversation([.inquire(.constraints)])
    conversation.send("GETPIN")
    for line in ["D Too short%0AUse 8", "D  characters.", "END"] { conversation.send(line) }
    #expect(conversation.answers == [.constraints(problem: "Too short\nUse 8 characters.")])
  }

  @Test func `receives a generated passphrase`() {
    var conversation = Conversation([.inquire(.generation)])
    conversation.send("GETPIN")
    #expect(conversation.output == ["INQUIRE GENPIN"])
    for line in ["D ybndr%25", "D fg8\u{7}é", "END"] { conversation.send(line) }
    #expect(conversation.answers == [.generated])
    var texts: [String] = []
    while let text = conversation.session.takeGeneratedPassphrase() {
      texts.append(text.withFramedBytes { String(decoding: $0, as: UTF8.self) })
    }
    #expect(texts == ["ybndr%fg8"])
  }

  @Test func `ignores unexpected lines in an inquiry, to which a reply would be misunderstood`() {
    var conversation = Conversation([.inquire(.quality)])
    conversation.send("GETPIN")
    for line in ["NOP", "GETPIN", "", "D", "ERR 1 no"] { conversation.send(line) }
    #expect(conversation.output == ["INQUIRE QUALITY <passphrase>"])
    #expect(conversation.answers == [.quality(nil)])
  }

  @Test func `gives no reply to the end of a dialog that is not open`() {
    let session = Conversation().session
    #expect(session.finish(.timedOut).isEmpty && session.finish(.cancelled).isEmpty)
  }

  @Test func `ends a pending inquiry at the end of the input`() {
    var conversation = Conversation([.inquire(.quality)])
    conversation.send("GETPIN")
    #expect(conversation.session.abandonInquiry() == [.deliver(.quality(nil))])
    #expect(!conversation.session.acceptsInput)
  }

  @Test func `uses the external cache once, for a key and without an error`() {
    let key = "n/AB"
    let lines = ["S PASSWORD_FROM_CACHE", "D <passphrase>", "OK"]
    var conversation = Conversation([.finish(.cancelled)], cache: [key])
    conversation.send("OPTION allow-external-password-cache")
    conversation.send("SETKEYINFO \(key)")
    conversation.send("GETPIN")
    #expect(conversation.output.dropFirst(2) == lines[...])
    conversation.send("GETPIN")
    #expect(conversation.output.last == "ERR 83886179 Operation cancelled <Pinentry>")
    for setting in ["SETERROR x", "SETREPEAT", "SETKEYINFO --clear", "NOP"] {
      var other = Conversation([.finish(.cancelled)], cache: [key])
      if setting != "NOP" { other.send("OPTION allow-external-password-cache") }
      other.send("SETKEYINFO \(key)")
      other.send(setting)
      other.send("GETPIN")
      #expect(other.steps.contains(.showPassphraseDialog), "\(setting)")
    }
  }

  @Test func `removes a passphrase from the external cache`() {
    #expect(Conversation.replies(to: "CLEARPASSPHRASE a", cache: ["a"]) == ["OK"])
    #expect(
      Conversation.replies(to: "CLEARPASSPHRASE b", cache: ["a"])
        == ["ERR 83886340 Invalid value passed to IPC <Pinentry>"])
    #expect(Conversation.replies(to: "CLEARPASSPHRASE b") == ["ERR 83886337 General IPC error <Pinentry>"])
  }

  @Test func `refuses a line that is too long`() {
    let line = "SETDESC " + String(repeating: "x", count: 993)
    #expect(Conversation.replies(to: line) == ["ERR 536871175 Line too long <User defined source 1>"])
    #expect(Conversation.replies(to: String(line.dropLast())) == ["OK"])
  }

  /// Random lines, mostly of the protocol, with random answers of the user. Each line that is no comment and no
  /// data gets exactly one `OK` or `ERR`.
  @Test(arguments: 0..<4) func `replies once to each of many random requests`(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    let names = [
      "NOP", "OPTION", "SETDESC", "SETREPEAT", "SETERROR", "GETPIN", "CONFIRM", "MESSAGE", "GETINFO", "RESET",
      "HELP", "END", "CAN", "SETTIMEOUT", "SETKEYINFO", "CLEARPASSPHRASE", "SETQUALITYBAR", "SETGENPIN",
    ]
    let outcomes: [PinentrySession.Outcome] = [
      .accepted(isEmpty: false, isRepeated: true), .accepted(isEmpty: true, isRepeated: false), .cancelled,
      .closed, .timedOut, .confirmed, .refused,
    ]
    var conversation = Conversation()
    for _ in 0..<(TestScope.isComplete ? 2500 : 500) {
      let length = Int.random(in: 0...60, using: &generator)
      let noise = (0..<length).map { _ in UInt8.random(in: 0...255, using: &generator) }
        .filter { $0 != UInt8(ascii: "\n") }
      let isKnown = Int.random(in: 0..<4, using: &generator) > 0
      let name = isKnown ? "\(names.randomElement(using: &generator) ?? "") " : ""
      let line = Array(name.utf8) + noise
      conversation.output = []
      conversation.events = [
        .inquire(.quality), .finish(outcomes.randomElement(using: &generator) ?? .cancelled),
      ].suffix(Int.random(in: 1...2, using: &generator))
      let wasInquiring = conversation.session.isInquiring
      conversation.receive(line)
      if conversation.session.isInquiring, !wasInquiring { conversation.receive(Array("END".utf8)) }
      let replies = conversation.output.filter { $0 == "OK" || $0.hasPrefix("OK ") || $0.hasPrefix("ERR ") }
      let first = line.first ?? UInt8(ascii: "#")
      let isEmpty = first == UInt8(ascii: "#") || line == [UInt8(ascii: "\r")]
      let isSecondEnd = String(decoding: line.prefix(3), as: UTF8.self).uppercased() == "END"
      #expect(replies.count == (isEmpty ? 0 : 1) || isSecondEnd && replies.isEmpty, "\(line)")
    }
  }
}

extension Conversation {
  /// Sends a line of any bytes.
  fileprivate mutating func receive(_ line: [UInt8]) {
    perform(session.receive(line.span))
    continueDialog()
  }
}
