import CX11
import Glibc
import ScreenDriver
import Testing

@testable import X11Shell

@Suite struct `The files of sequences` {
  private func files(_ environment: [String: String]) -> ComposeFiles {
    ComposeFiles { environment[$0] }
  }

  @Test func `go by the first variable that says anything`() {
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
  func `are in UTF-8, whatever the locale`(locale: String, candidates: [String]) {
    #expect(files(["LANG": locale]).candidates == candidates)
  }

  @Test func `are a person's own first, where libxkbcommon looks`() {
    let own = files(["XCOMPOSEFILE": "/x", "XDG_CONFIG_HOME": "/c", "HOME": "/h"]).ownFiles
    #expect(own == ["/x", "/c/XCompose", "/h/.XCompose"])
    #expect(files(["HOME": "/h"]).ownFiles == ["/h/.config/XCompose", "/h/.XCompose"])
  }

  @Test func `begin with any key only where a person's own file is there`() throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/.XCompose"
    let before = files(["HOME": folder.path]).beginWithAnyKey
    close(open(path, O_CREAT | O_WRONLY, 0o600))
    let after = files(["HOME": folder.path]).beginWithAnyKey
    #expect([before, after] == [false, true])
  }

  @Test(arguments: ["C", "C.UTF-8", "POSIX", "de_DE", "nowhere", "am_ET.UTF-8"])
  func `have é and © in every locale`(locale: String) throws {
    var composer = Composer(reading: ComposeFiles(locale: locale, ownFiles: []))
    var text: [UInt8] = []
    for key in ["dead_acute", "e", "Multi_key", "o", "c"] {
      _ = composer.feed(XStringToKeysym(key)) { utf8 in text += utf8.indices.map { utf8[$0] } }
    }
    #expect(text == Array("é©".utf8))
  }
}

@Suite struct `An input method's name` {
  @Test(arguments: [
    ("@im=ibus", "ibus"), ("@im=fcitx", "fcitx"), ("@other=x@im=SCIM@rest=y", "SCIM"),
  ])
  func `is what XMODIFIERS says`(modifiers: String, name: String) {
    #expect(InputMethodName(modifiers: modifiers)?.value == name)
    #expect(InputMethodName(modifiers: modifiers)?.selection == "@server=\(name)")
  }

  @Test(arguments: ["", "@im=", "@im=none", "@im=local", "ibus", "@server=ibus"])
  func `is none where no server is meant`(modifiers: String) {
    #expect(InputMethodName(modifiers: modifiers) == nil)
  }
}
