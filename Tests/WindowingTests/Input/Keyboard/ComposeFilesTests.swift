import CX11
import Glibc
import ScreenDriver
import Testing

@testable import Windowing

@Suite struct `Compose files` {
  private func files(_ environment: [String: String]) -> ComposeFiles {
    ComposeFiles { environment[$0] }
  }

  @Test func `use the first locale variable that is set`() {
    let all = ["LC_ALL": "cs_CZ.UTF-8", "LC_CTYPE": "el_GR.UTF-8", "LANG": "fi_FI.UTF-8"]
    #expect(files(all).locale == "cs_CZ.UTF-8")
    #expect(files(all.merging(["LC_ALL": ""]) { $1 }).locale == "el_GR.UTF-8")
    #expect(files(["LANG": "fi_FI.UTF-8"]).locale == "fi_FI.UTF-8")
    #expect(files([:]).locale == "C")
  }

  @Test(arguments: [
    ("C", ["en_US.UTF-8"]), ("POSIX", ["en_US.UTF-8"]), ("C.UTF-8", ["en_US.UTF-8"]),
    ("de_DE", ["de_DE.UTF-8", "en_US.UTF-8"]),
    ("de_DE@euro", ["de_DE.UTF-8", "en_US.UTF-8"]),
    ("ru_RU.KOI8-R", ["ru_RU.UTF-8", "en_US.UTF-8"]),
  ])
  func `are in UTF-8 for every locale`(locale: String, candidates: [String]) {
    #expect(files(["LANG": locale]).candidates == candidates)
  }

  @Test func `include the user's own files in the order of libxkbcommon`() {
    let own = files(["XCOMPOSEFILE": "/x", "XDG_CONFIG_HOME": "/c", "HOME": "/h"]).ownFiles
    #expect(own == ["/x", "/c/XCompose", "/h/.XCompose"])
    #expect(files(["HOME": "/h"]).ownFiles == ["/h/.config/XCompose", "/h/.XCompose"])
  }

  @Test func `may begin with any key only if the user has an own file`() throws {
    let directory = try TemporaryDirectory()
    let path = "\(directory.path)/.XCompose"
    let before = files(["HOME": directory.path]).beginWithAnyKey
    close(open(path, O_CREAT | O_WRONLY, 0o600))
    let after = files(["HOME": directory.path]).beginWithAnyKey
    #expect([before, after] == [false, true])
  }

  @Test(arguments: ["C", "C.UTF-8", "POSIX", "de_DE", "nowhere", "am_ET.UTF-8"])
  func `contain é and © in every locale`(locale: String) throws {
    var composer = Composer(reading: ComposeFiles(locale: locale, ownFiles: []))
    let text = WipedBytes()
    for key in ["dead_acute", "e", "Multi_key", "o", "c"] {
      _ = composer.feed(XStringToKeysym(key), into: text)
    }
    let typed = Array(text.bytes)
    #expect(typed == Array("é©".utf8))
  }
}

@Suite struct `Input method name` {
  @Test(arguments: [
    ("@im=ibus", "ibus"), ("@im=fcitx", "fcitx"), ("@other=x@im=SCIM@rest=y", "SCIM"),
  ])
  func `is read from XMODIFIERS`(modifiers: String, name: String) {
    #expect(InputMethod.serverName(in: modifiers) == name)
  }

  @Test(arguments: ["", "@im=", "@im=none", "@im=local", "ibus", "@server=ibus"])
  func `is nil if XMODIFIERS names no server`(modifiers: String) {
    #expect(InputMethod.serverName(in: modifiers) == nil)
  }
}
