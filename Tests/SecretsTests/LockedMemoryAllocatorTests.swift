import Glibc
import PasswordForm
import ScreenDriver
import TestSupport
import Testing

@testable import Secrets

@Suite struct `Locked memory` {
  @Test func `P8 returns a warning on all threads after memory could not be locked`() async {
    // A separate process, because the warning applies to the whole process.
    await #expect(processExitsWith: .success) {
      let before = SecureText("locked")
      #expect(LockedMemoryAllocator.warning == nil)
      try disableMemoryLocking()
      #expect(LockedMemoryAllocator.warning == nil, "existing memory stays locked")
      await Task.detached { #expect(SecureText("unlocked").string == "unlocked") }.value
      let line =
        "Cannot lock the password in memory; it may be written to swap. "
        + "Raise the locked-memory limit (ulimit -l)."
      #expect(LockedMemoryAllocator.warning == line)
      #expect(before.string == "locked")
    }
  }

  @Test func `checks its lock without using more of the limit or leaving memory locked`() async {
    await #expect(processExitsWith: .success) {
      func lockedKibibytes() throws -> Int {
        let line = try contents(ofFile: "/proc/self/status").split(separator: "\n")
          .first { $0.hasPrefix("VmLck:") }
        return try #require(line?.split(separator: " ").dropFirst().first.flatMap { Int($0) })
      }
      let page = Int(getpagesize())
      // The first page also contains the canary of libsodium.
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
