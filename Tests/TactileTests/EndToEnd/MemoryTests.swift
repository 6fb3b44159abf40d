import Glibc
import ScreenDriver
import Secrets
import Testing

extension `The program` {
  /// What a password leaves in memory, found by looking at all of it from outside.
  @Suite struct `keeps a password` {
    /// 24 different characters that keys have, so that no run of six is anything else; some of each
    /// kind that the rules ask for.
    private static func randomPassword() -> String {
      let kinds = [
        "abcdefghijkmnopqrstuvwxyz", "ABCDEFGHJKLMNPQRSTUVWXYZ", "23456789", "!#$%&*+=?@",
      ]
      return String(kinds.flatMap { $0.shuffled().prefix(6) }.shuffled())
    }

    @Test(.needs(.memory))
    func `in locked pages alone while it is typed, and nowhere once it is saved`()
      throws
    {
      let password = Self.randomPassword()
      let sitting = try Program.start()
      try sitting.hand.type(password)
      try sitting.expectGuarded(password, "typed")
      try sitting.hand.tap("v", with: [.alt])
      try sitting.expectGuarded(password, "shown")
      // Both ways of moving, and letters typed anew in the middle.
      try sitting.hand.tap("Left", times: 3)
      try sitting.hand.tap("BackSpace")
      try sitting.hand.type(String(password.dropLast(3).suffix(1)))
      try sitting.hand.tap("v", with: [.alt])
      try sitting.expectGuarded(password, "hidden again")
      try sitting.hand.tap("Return")
      try sitting.hand.type(password)
      try sitting.expectGuarded(password, "typed twice")
      try sitting.hand.tap("Return")
      try sitting.expectGreenMarks(1)
      try sitting.expectNowhere(password, "saved")
    }

    @Test(.needs(.memory), .needs(.clipboard(.xclip)), arguments: ["CLIPBOARD", "PRIMARY"])
    func `in locked pages alone once it is pasted, and nowhere once it is saved`(selection: String)
      throws
    {
      let password = Self.randomPassword()
      let sitting = try Program.start()
      let folder = try TemporaryFolder()
      try write(password + "\n", to: folder.path + "/secret")
      let owner = try ClipboardProgram.xclip.offer(
        fileAt: folder.path + "/secret", as: selection, on: sitting.display)
      let field = try sitting.passwordField()
      try sitting.expectSight("what is pasted") { hand in
        if selection == "CLIPBOARD" {
          try hand.tap("v", with: [.control])
        } else {
          try hand.click(at: field, .middle)
        }
      }
      try sitting.expectGuarded(password, "pasted")
      try sitting.expectNoTrail(ofPiecesOf: password, "pasted")
      try sitting.hand.tap("v", with: [.alt])
      try sitting.expectGuarded(password, "shown")
      try sitting.hand.tap("Return")
      try sitting.hand.type(password)
      try sitting.hand.tap("Return")
      try sitting.expectGreenMarks(1)
      try sitting.expectNowhere(password, "saved")
      withExtendedLifetime(owner.pid) {}
    }

    @Test(.needs(.memory), .needs(.clipboard(.xclip)))
    func `in locked pages alone while others may have a copy, and nowhere once it is saved`()
      throws
    {
      let password = Self.randomPassword()
      let sitting = try Program.start()
      try sitting.hand.type(password)
      try sitting.hand.tap("v", with: [.alt])
      try sitting.hand.tap("a", with: [.control])
      try sitting.hand.tap("c", with: [.control])
      #expect(try sitting.text(of: "CLIPBOARD", by: .xclip) == password)
      try sitting.expectNoTrail(ofPiecesOf: password, "copied")
      try sitting.expectGuarded(password, "copied")
      try sitting.hand.tap("x", with: [.control])
      #expect(try sitting.text(of: "CLIPBOARD", by: .xclip) == password)
      try sitting.expectNoTrail(ofPiecesOf: password, "cut")
      try sitting.expectGuarded(password, "cut")
      for _ in 0..<2 {
        try sitting.expectSight("what is pasted") { try $0.tap("v", with: [.control]) }
        try sitting.expectNoTrail(ofPiecesOf: password, "pasted")
        try sitting.hand.tap("Return")
      }
      try sitting.expectGreenMarks(1)
      try sitting.expectNowhere(password, "saved")
    }

    /// Judging it would take seconds, were all of it looked at, and goes on when saving begins.
    @Test(.needs(.memory), .needs(.clipboard(.xclip)))
    func `nowhere once it is saved, though it is one of the slowest to judge`() throws {
      let beginning = String(Self.randomPassword().prefix(2)) + "Aa1!"
      let password = beginning + String(repeating: "78", count: 47)
      let sitting = try Program.start()
      let folder = try TemporaryFolder()
      try write(password, to: folder.path + "/secret")
      let owner = try ClipboardProgram.xclip.offer(
        fileAt: folder.path + "/secret", as: "CLIPBOARD", on: sitting.display)
      for _ in 0..<2 {
        try sitting.expectSight("what is pasted") { try $0.tap("v", with: [.control]) }
        try sitting.hand.tap("Return")
      }
      try sitting.expectGreenMarks(1)
      // The beginning, which every copy has: the rest may stand in a list of bad passwords.
      try sitting.expectNowhere(beginning + "78787", "saved")
      withExtendedLifetime(owner.pid) {}
    }

    @Test(.needs(.memory)) func `in no order of keys where the program was slow to read them`()
      throws
    {
      let letters = String("abcdefghijklmnopqrstuvwxyz".shuffled().prefix(24))
      let sitting = try Program.start()
      let keycodes = try sitting.hand.keycodes(of: letters)
      sitting.program.send(SIGSTOP)
      try sitting.hand.type(letters)
      sitting.program.send(SIGCONT)
      try sitting.expectGuarded(letters, "typed at once")
      let trails = try ProcessMemory(freezing: sitting.program.pid).trails(of: keycodes)
      #expect(trails.map(\.description) == [])
    }

    @Test(.needs(.memory)) func `in locked pages alone where the program was slow to read it`()
      throws
    {
      let password = Self.randomPassword()
      let sitting = try Program.start()
      sitting.program.send(SIGSTOP)
      try sitting.hand.type(password)
      sitting.program.send(SIGCONT)
      try sitting.expectGuarded(password, "typed at once")
    }

    @Test(.needs(.memory)) func `in locked pages alone where it is made by chance`() throws {
      let count = 24
      let sitting = try Program.start(["--generate", "characters:\(count)"])
      try sitting.hand.tap("Tab", times: 5)
      try sitting.hand.tap("space")
      try sitting.expectGreenMarks(6)
      let password = try sitting.passwordInGuardedPages(count: count)
      try sitting.expectGuarded(password, "made")
      try sitting.hand.tap("Tab", with: [.shift])
      try sitting.hand.tap("Return")
      try sitting.expectGreenMarks(1)
      try sitting.expectNowhere(password, "saved")
    }
  }
}

extension Sitting {
  private func occurrences(of secret: SecretRuns) throws -> [ProcessMemory.Occurrence] {
    _ = try settledPicture()
    return try ProcessMemory(freezing: program.pid).occurrences(of: secret)
  }

  /// Expects all runs of a password in guarded pages, as UTF-8, and none elsewhere.
  fileprivate func expectGuarded(_ password: String, _ when: Comment) throws {
    let secret = SecretRuns(of: password)
    let found = try occurrences(of: secret)
    let guarded = Set(found.filter(\.region.isGuarded).map(\.run))
    // So the search is known to work.
    #expect(guarded.count { $0.form == .utf8 } == secret.countOfEach, when)
    #expect(found.filter { !$0.region.isGuarded }.map(\.description) == [], when)
  }

  /// What the fields hold, which nobody has typed: a text's room, which ends where a page does, has it
  /// at its start and is empty otherwise.
  fileprivate func passwordInGuardedPages(count: Int) throws -> String {
    _ = try settledPicture()
    var found: Set<String> = []
    let room = SecureText.longestLine - 2
    try ProcessMemory(freezing: program.pid).forEachGuardedPage { page in
      let start = (page.count - room % page.count) % page.count
      let text = page.dropFirst(start).prefix { (0x21...0x7E).contains($0) }
      if text.count == count, page.dropFirst(start + count).allSatisfy({ $0 == 0 }) {
        found.insert(String(decoding: text, as: UTF8.self))
      }
    }
    try #require(found.count == 1, "both fields have the same")
    return found.joined()
  }

  /// Expects nowhere what Xlib reads and writes a secret in, four bytes at a time, at a steady distance.
  fileprivate func expectNoTrail(ofPiecesOf password: String, _ when: Comment) throws {
    let bytes = Array(password.utf8)
    let pieces = stride(from: 0, to: bytes.count, by: 4).map {
      Array(bytes[$0..<min($0 + 4, bytes.count)])
    }
    // What is written over these with holes leaves one byte of each.
    let remains = (0..<4).map { first in
      stride(from: first, to: bytes.count, by: 4).map { [bytes[$0]] }
    }
    let memory = try ProcessMemory(freezing: program.pid)
    var trails = memory.trails(ofPieces: pieces, length: 2)
    for bytes in remains { trails += memory.trails(ofPieces: bytes, length: 6) }
    #expect(trails.filter { !$0.region.isGuarded }.map(\.description) == [], when)
  }

  fileprivate func expectNowhere(_ password: String, _ when: Comment) throws {
    #expect(try occurrences(of: SecretRuns(of: password)).map(\.description) == [], when)
  }
}

extension Trail {
  fileprivate var description: String {
    "pieces \(start)... every \(stride) bytes in \(region.name.isEmpty ? "memory" : region.name)"
  }
}

extension ProcessMemory.Occurrence {
  fileprivate var description: String {
    "characters \(run.start)... as \(run.form) in \(region.name.isEmpty ? "memory" : region.name)"
  }
}
