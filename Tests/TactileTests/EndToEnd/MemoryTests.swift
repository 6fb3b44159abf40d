import Glibc
import ScreenDriver
import Secrets
import TestSupport
import Testing

extension `Tactile program` {
  /// The traces of a password in memory, found by reading the memory of the whole process.
  @Suite struct `Password in memory` {
    @Test(.needs(.memory))
    func `is in locked pages only while it is typed, and nowhere after saving`()
      throws
    {
      let password = SearchedProcess.randomPassword()
      let session = try Program.start()
      try session.input.type(password)
      try session.expectGuarded(password, "typed")
      try session.input.tap("v", with: [.alt])
      try session.expectGuarded(password, "shown")
      // Move the caret, and type a character again in the middle.
      try session.input.tap("Left", times: 3)
      try session.input.tap("BackSpace")
      try session.input.type(String(password.dropLast(3).suffix(1)))
      try session.input.tap("v", with: [.alt])
      try session.expectGuarded(password, "hidden again")
      try session.input.tap("Return")
      try session.input.type(password)
      try session.expectGuarded(password, "typed twice")
      try session.input.tap("Return")
      try session.expectGreenIcons(1)
      try session.expectAbsent(password, "saved")
    }

    @Test(.needs(.memory), .needs(.clipboard(.xclip)), arguments: ["CLIPBOARD", "PRIMARY"])
    func `is in locked pages only after pasting, and nowhere after saving`(selection: String)
      throws
    {
      let password = SearchedProcess.randomPassword()
      let session = try Program.start()
      let directory = try TemporaryDirectory()
      try write(password + "\n", to: directory.path + "/secret")
      let owner = try ClipboardProgram.xclip.offer(
        fileAt: directory.path + "/secret", as: selection, on: session.display)
      let field = try session.pointInPasswordField()
      try session.expectChange("the pasted text") { input in
        if selection == "CLIPBOARD" {
          try input.tap("v", with: [.control])
        } else {
          try input.click(at: field, .middle)
        }
      }
      try session.expectGuarded(password, "pasted")
      try session.expectNoChunks(of: password, "pasted")
      try session.input.tap("v", with: [.alt])
      try session.expectGuarded(password, "shown")
      try session.input.tap("Return")
      try session.input.type(password)
      try session.input.tap("Return")
      try session.expectGreenIcons(1)
      try session.expectAbsent(password, "saved")
      withExtendedLifetime(owner.pid) {}
    }

    @Test(.needs(.memory), .needs(.clipboard(.xclip)))
    func `is in locked pages only while it can be pasted elsewhere, and nowhere after saving`()
      throws
    {
      let password = SearchedProcess.randomPassword()
      let session = try Program.start()
      try session.input.type(password)
      try session.input.tap("v", with: [.alt])
      try session.input.tap("a", with: [.control])
      try session.input.tap("c", with: [.control])
      #expect(try session.text(of: "CLIPBOARD", by: .xclip) == password)
      try session.expectNoChunks(of: password, "copied")
      try session.expectGuarded(password, "copied")
      try session.input.tap("x", with: [.control])
      #expect(try session.text(of: "CLIPBOARD", by: .xclip) == password)
      try session.expectNoChunks(of: password, "cut")
      try session.expectGuarded(password, "cut")
      for _ in 0..<2 {
        try session.expectChange("the pasted text") { try $0.tap("v", with: [.control]) }
        try session.expectNoChunks(of: password, "pasted")
        try session.input.tap("Return")
      }
      try session.expectGreenIcons(1)
      try session.expectAbsent(password, "saved")
    }

    /// A strength estimate of the complete text takes seconds, and continues when saving begins.
    @Test(.needs(.memory), .needs(.clipboard(.xclip)))
    func `is nowhere after saving, even if its strength estimate is slow`() throws {
      let beginning = String(SearchedProcess.randomPassword().prefix(2)) + "Aa1!"
      let password = beginning + String(repeating: "78", count: 47)
      let session = try Program.start()
      let directory = try TemporaryDirectory()
      try write(password, to: directory.path + "/secret")
      let owner = try ClipboardProgram.xclip.offer(
        fileAt: directory.path + "/secret", as: "CLIPBOARD", on: session.display)
      for _ in 0..<2 {
        try session.expectChange("the pasted text") { try $0.tap("v", with: [.control]) }
        _ = try session.screenshotAfterPause()
        try session.input.tap("Return")
      }
      try session.expectGreenIcons(1)
      // Every copy contains the beginning. The remainder may occur in a list of common passwords.
      try session.expectAbsent(beginning + "78787", "saved")
      withExtendedLifetime(owner.pid) {}
    }

    @Test(.needs(.memory)) func `leaves no sequence of key codes if the program reads them late`()
      throws
    {
      let session = try Program.start()
      let (letters, keycodes) = try session.absentKeys()
      session.program.send(SIGSTOP)
      try session.input.type(letters)
      session.program.send(SIGCONT)
      try session.expectGuarded(letters, "typed in one burst")
      try session.expectNoOrder(of: keycodes)
    }

    /// The bytes after a long event stay in the buffer that XCB reads into.
    @Test(.needs(.memory)) func `leaves no sequence of key codes read together with a long event`()
      throws
    {
      let session = try Program.start()
      let (letters, keycodes) = try session.absentKeys()
      // The length of a device event grows with the number of devices.
      try session.display.connection.addPointers(count: 8)
      // At the first key, the program reads the keyboard mapping, which is so large that it could
      // overwrite the other keys by chance.
      try session.input.tap("Shift_L")
      // The program selects device events after its first frame, before it answers the second ping.
      for _ in 0..<2 { try session.window.ping() }
      session.program.send(SIGSTOP)
      try session.display.connection.switchVirtualMouseOff()
      try session.input.type(letters)
      session.program.send(SIGCONT)
      try session.expectGuarded(letters, "typed in one burst")
      try session.expectNoOrder(of: keycodes)
    }

    @Test(.needs(.memory)) func `is in locked pages only if the program reads the keys late`()
      throws
    {
      let password = SearchedProcess.randomPassword()
      let session = try Program.start()
      session.program.send(SIGSTOP)
      try session.input.type(password)
      session.program.send(SIGCONT)
      try session.expectGuarded(password, "typed in one burst")
    }

    @Test(.needs(.memory)) func `is in locked pages only if it is generated`() throws {
      let count = 24
      let session = try Program.start(["--generate", "characters:\(count)"])
      try session.input.tap("Tab", times: 5)
      try session.input.tap("space")
      try session.expectGreenIcons(6)
      let password = try session.passwordInGuardedPages(count: count)
      try session.expectGuarded(password, "generated")
      try session.input.tap("Tab", with: [.shift])
      try session.input.tap("Return")
      try session.expectGreenIcons(1)
      try session.expectAbsent(password, "saved")
    }
  }
}

extension AppSession {
  /// Returns a screenshot after the strength of the typed password was requested, which the program does after
  /// a pause in typing.
  fileprivate func screenshotAfterPause() throws -> Screenshot {
    try window.ping()
    // Shorter than the visible phase of the caret.
    return try window.stillScreenshot(for: .milliseconds(300))
  }

  /// Returns the process of the program after a pause in which it has handled all input.
  private func searchedProcess() throws -> SearchedProcess {
    _ = try screenshotAfterPause()
    return SearchedProcess(pid: program.pid)
  }

  /// Returns 24 different letters in a random order of which no six adjacent ones occur in the program, and their
  /// keycodes, of which no six adjacent ones occur at a constant distance. One in ten orders contains six letters that
  /// occur in the word list, and some contain six keycodes that occur in a table.
  fileprivate func absentKeys() throws -> (letters: String, keycodes: [UInt8]) {
    let orders = (0..<20).map { _ in String("abcdefghijklmnopqrstuvwxyz".shuffled().prefix(24)) }
    let letters = try orders.first { letters in
      guard try searchedProcess().occurrences(of: SecretPatterns(of: letters)).isEmpty else { return false }
      return try ProcessMemory(suspending: program.pid).stridedMatches(of: input.keycodes(of: letters))
        .isEmpty
    }
    let absent = try #require(letters, "each of 20 orders occurs in the program")
    return (absent, try input.keycodes(of: absent))
  }

  fileprivate func expectGuarded(_ password: String, _ comment: Comment) throws {
    try searchedProcess().expectGuarded(password, comment)
  }

  /// Returns the generated password that both fields contain. The buffer of a text ends at the end
  /// of a page, has the text at its start, and is zero otherwise.
  func passwordInGuardedPages(count: Int) throws -> String {
    _ = try settledScreenshot()
    var found: Set<String> = []
    let capacity = SecureText.maximumLineSize - 5
    try ProcessMemory(suspending: program.pid).forEachGuardedPage { page in
      let start = (page.count - capacity % page.count) % page.count
      let text = page.dropFirst(start).prefix { (0x21...0x7E).contains($0) }
      if text.count == count, page.dropFirst(start + count).allSatisfy({ $0 == 0 }) {
        found.insert(String(decoding: text, as: UTF8.self))
      }
    }
    try #require(found.count == 1, "both fields must contain the same text")
    return found.joined()
  }

  /// Expects no 4-byte chunks of a password at a constant distance outside guarded pages. Xlib
  /// reads and writes texts in such chunks.
  fileprivate func expectNoChunks(of password: String, _ comment: Comment) throws {
    let bytes = Array(password.utf8)
    let chunks = stride(from: 0, to: bytes.count, by: 4).map {
      Array(bytes[$0..<min($0 + 4, bytes.count)])
    }
    // Writing over the chunks with gaps leaves one byte of each.
    let singleBytes = (0..<4).map { first in
      stride(from: first, to: bytes.count, by: 4).map { [bytes[$0]] }
    }
    let memory = try ProcessMemory(suspending: program.pid)
    var matches = memory.stridedMatches(ofParts: chunks, length: 2)
    for bytes in singleBytes { matches += memory.stridedMatches(ofParts: bytes, length: 6) }
    #expect(matches.filter { !$0.region.isGuarded }.map(\.description) == [], comment)
  }

  /// Expects that memory does not contain several keys in the order in which they were typed.
  fileprivate func expectNoOrder(of keycodes: [UInt8]) throws {
    // The program may have answered a ping in the iteration that read the last keys. At the end of that
    // iteration it requests the events that overwrite them. The server sends these before the next ping, so
    // the program has read them when it answers the ping after that.
    for _ in 0..<2 { try window.ping() }
    let matches = try ProcessMemory(suspending: program.pid).stridedMatches(of: keycodes)
    #expect(matches.map(\.description) == [])
  }

  fileprivate func expectAbsent(_ password: String, _ comment: Comment) throws {
    try searchedProcess().expectAbsent(password, comment)
  }
}

extension StridedMatch {
  fileprivate var description: String {
    "parts \(start)... every \(stride) bytes in \(region.name.isEmpty ? "memory" : region.name)"
  }
}
