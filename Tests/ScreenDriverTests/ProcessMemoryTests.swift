import Glibc
import Testing

@testable import ScreenDriver

@Suite struct `Process memory` {
  private static let secret = "abcdefghijklmnopqrstuvwx"

  @Test func `contains a secret of the environment on the stack in UTF-8`() throws {
    let child = try ChildProcess("sleep", ["60"], environment: ["SECRET": Self.secret])
    let found = try ProcessMemory(suspending: child.pid).occurrences(of: SecretPatterns(of: Self.secret))
    let stack = found.filter { $0.region.name == "[stack]" }
    #expect(Set(stack.map(\.pattern.start)) == Set(0...18))
    #expect(found.allSatisfy { $0.pattern.encoding == .utf8 && !$0.region.isGuarded })
    let other = SecretPatterns(of: String(Self.secret.reversed()))
    let backward = try ProcessMemory(suspending: child.pid).occurrences(of: other)
    #expect(backward.allSatisfy { $0.pattern.encoding == .reversed } && !backward.isEmpty)
  }

  @Test func `resumes the process when the value is destroyed`() throws {
    let child = try ChildProcess("sleep", ["60"], environment: [:])
    do { _ = try ProcessMemory(suspending: child.pid) }
    try Deadline(after: .defaultTimeout).poll(for: "the process to go on") {
      () throws(ScreenDriverError) in
      try contents(ofFile: "/proc/\(child.pid)/stat").contains(") T ") ? nil : ()
    }
  }

  @Test func `throws when the process does not exist`() throws {
    #expect(throws: ScreenDriverError.self) { _ = try ProcessMemory(suspending: .max) }
  }

  @Test func `lists writable regions, guarded if locked and excluded from dumps`() {
    let smaps = """
      55d0-55d4 r-xp 00001000 fe:00 12   /usr/bin/my program
      Size:                  4 kB
      VmFlags: rd ex mr mw me lo dd
      7f00-7f10 rw-p 00000000 00:00 0
      VmFlags: rd wr mr mw me lo ac dd
      7f20-7f30 rw-p 00000000 00:00 0                          [heap]
      VmFlags: rd wr mr mw me lo ac
      """
    let regions = ProcessMemory.regions(in: smaps)
    #expect(regions.map(\.name) == ["", "[heap]"])
    #expect(regions.map(\.isGuarded) == [true, false])
    #expect(regions.map(\.addresses) == [0x7f00..<0x7f10, 0x7f20..<0x7f30])
  }
}

@Suite struct `Secret patterns` {
  @Test func `contain all substrings of the length in each encoding`() {
    let secret = SecretPatterns(of: "abcd", length: 3)
    #expect(secret.countPerEncoding == 2)
    let first = secret.patterns.filter { $0.start == 0 }
    #expect(
      first.map(\.bytes) == [
        [97, 98, 99], [99, 98, 97], [97, 0, 98, 0, 99, 0], [97, 0, 0, 0, 98, 0, 0, 0, 99, 0, 0, 0],
        [97, 0, 0, 0, 0, 0, 0, 0, 98, 0, 0, 0, 0, 0, 0, 0, 99, 0, 0, 0, 0, 0, 0, 0],
      ])
  }
}
