import Glibc
import Testing

@testable import ScreenDriver

@Suite struct `Another process's memory` {
  private static let secret = "abcdefghijklmnopqrstuvwx"

  @Test func `has what its environment holds, on its stack, and nothing else`() throws {
    let child = try ChildProcess("sleep", ["60"], environment: ["SECRET": Self.secret])
    let found = try ProcessMemory(freezing: child.pid).occurrences(of: SecretRuns(of: Self.secret))
    let stack = found.filter { $0.region.name == "[stack]" }
    #expect(Set(stack.map(\.run.start)) == Set(0...18))
    #expect(found.allSatisfy { $0.run.form == .utf8 && !$0.region.isGuarded })
    let other = SecretRuns(of: String(Self.secret.reversed()))
    let backward = try ProcessMemory(freezing: child.pid).occurrences(of: other)
    #expect(backward.allSatisfy { $0.run.form == .reversed } && !backward.isEmpty)
  }

  @Test func `is let go again`() throws {
    let child = try ChildProcess("sleep", ["60"], environment: [:])
    do { _ = try ProcessMemory(freezing: child.pid) }
    try Deadline(after: .patience).poll(for: "the process to go on") {
      () throws(ScreenDriverError) in
      try contents(ofFile: "/proc/\(child.pid)/stat").contains(") T ") ? nil : ()
    }
  }

  @Test func `is not that of a process that is not there`() throws {
    #expect(throws: ScreenDriverError.self) { _ = try ProcessMemory(freezing: .max) }
  }

  @Test func `is what can be written to, guarded where it is locked and left out of dumps`() {
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

@Suite struct `The runs of a secret` {
  @Test func `are all there are of that length, in each form`() {
    let secret = SecretRuns(of: "abcd", length: 3)
    #expect(secret.countOfEach == 2)
    let first = secret.runs.filter { $0.start == 0 }
    #expect(
      first.map(\.bytes) == [
        [97, 98, 99], [99, 98, 97], [97, 0, 98, 0, 99, 0], [97, 0, 0, 0, 98, 0, 0, 0, 99, 0, 0, 0],
        [97, 0, 0, 0, 0, 0, 0, 0, 98, 0, 0, 0, 0, 0, 0, 0, 99, 0, 0, 0, 0, 0, 0, 0],
      ])
  }
}
