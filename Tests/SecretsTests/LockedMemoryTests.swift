import Glibc
import ScreenDriver
import TestSupport
import Testing

@testable import Secrets

@Suite struct `Memory for secrets` {
  @Test func `P8 is told of where it cannot be locked, by all threads and from then on`() async {
    // In a process of its own, since it is known of all of the process.
    await #expect(processExitsWith: .success) {
      let before = SecureText("locked")
      #expect(LockedMemory.remark == nil)
      try giveUpLockingMemory()
      #expect(LockedMemory.remark == nil, "what there is stays locked")
      await Task.detached { #expect(SecureText("unlocked").string == "unlocked") }.value
      let line = "The password could not be locked into memory; it may be written to swap."
      #expect(LockedMemory.remark == line)
      #expect(before.string == "locked")
    }
  }

  @Test func `is asked for its lock without taking more of the limit, or leaving any locked`()
    async
  {
    await #expect(processExitsWith: .success) {
      func lockedKibibytes() throws -> Int {
        let line = try contents(ofFile: "/proc/self/status").split(separator: "\n")
          .first { $0.hasPrefix("VmLck:") }
        return try #require(line?.split(separator: " ").dropFirst().first.flatMap { Int($0) })
      }
      let page = Int(getpagesize())
      // In the first of them is libsodium's canary too.
      let pages = SecureText.byteCapacity / page + 1
      let before = try lockedKibibytes()
      for _ in 0..<100 {
        let text = SecureText("secret")
        #expect(try lockedKibibytes() <= before + pages * page / 1024)
        #expect(text.isEmpty == false)
      }
      #expect(try lockedKibibytes() == before)
    }
  }
}
