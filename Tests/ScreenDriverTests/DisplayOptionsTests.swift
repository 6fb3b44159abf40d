import Glibc
import ScreenDriver
import TestSupport
import Testing

extension `Screen driver` {
  @Suite struct `Display options` {
    @Test(.needs(.untrustedCookie))
    func `row 72: shows an untrusted client two extensions`() throws {
      let display = try VirtualDisplay(width: 64, height: 48, windowManager: .none)
      setenv("XAUTHORITY", try display.makeUntrustedCookie(), 1)
      defer { unsetenv("XAUTHORITY") }
      let extensions = try DisplayConnection(to: display.name).extensions
      #expect(extensions.sorted() == ["BIG-REQUESTS", "XC-MISC"])
    }
  }
}
