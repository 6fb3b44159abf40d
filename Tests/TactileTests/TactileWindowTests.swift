import CairoRendering
import Controls
import Glibc
import Motion
import PasswordForm
import Scene
import ScreenDriver
import Secrets
import TestSupport
import Testing

@testable import Tactile
@testable import X11Shell

@Suite final class `The window` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Where saving takes no time.
  private var vault: PasswordVault {
    PasswordVault(folder: "\(folder.path)/tactile", cost: .minimal)
  }

  /// Where nothing can be saved.
  private let brokenVault = PasswordVault(folder: "/dev/null/tactile", cost: .minimal)

  private func isSaved() throws -> Bool { try vault.verify(secret("Passw0rd!")) }

  @Test func `P8 saves what is submitted`() throws {
    var desk = try Desk(vault)
    desk.submit()
    #expect(desk.message == "Saving…")
    try desk.finishSaving()
    #expect(desk.message?.hasPrefix("Saved.") == true)
    #expect(try isSaved())
    #expect(desk.window.exitStatus == nil)
  }

  @Test func `P8 says that it is saved once what judges the password holds none of it`() throws {
    let gate = StrengthJudge.Gate()
    var desk = try Desk(vault, judgingBehind: gate)
    desk.occupyJudge(at: gate)
    desk.submit()
    // Of the end of saving, since what judges waits.
    repeat { try desk.takeNews() } while (try? isSaved()) != true
    #expect(desk.judge.holdsSecret && desk.message == "Saving…")
    gate.open()
    while desk.message == "Saving…" { try desk.takeNews() }
    #expect(desk.message?.hasPrefix("Saved.") == true)
    #expect(!desk.judge.holdsSecret)
  }

  @Test func `P9 judges the password after all where it is not saved`() throws {
    let gate = StrengthJudge.Gate()
    var desk = try Desk(brokenVault, judgingBehind: gate)
    // What waits behind the other is forgotten.
    desk.occupyJudge(at: gate)
    desk.submit()
    gate.open()
    try desk.finishSaving()
    #expect(desk.judge.holdsSecret)
    gate.open()
    while desk.judge.holdsSecret { try desk.takeNews() }
  }

  @Test func `P8 saves once where it is asked twice`() throws {
    var desk = try Desk(vault)
    desk.submit()
    desk.press(.enter)
    #expect(desk.message == "Still saving, this takes a moment.")
    try desk.finishSaving()
    #expect(try isSaved())
    desk.window.closeRequested(at: .zero)
    #expect(desk.window.exitStatus == ExitStatus.success)
  }

  @Test func `P8 says where it cannot save, keeps the text and closes well`() throws {
    var desk = try Desk(brokenVault)
    desk.submit()
    try desk.finishSaving()
    #expect(desk.message?.hasPrefix("Cannot write to /dev/null/tactile") == true)
    #expect(desk.passwordLength == 9)
    desk.window.closeRequested(at: .zero)
    #expect(desk.window.exitStatus == ExitStatus.success)
  }

  @Test func `P8 asks before it replaces what is no verifier, until something is typed`() throws {
    mkdir(vault.folder, 0o700)
    let path = "\(vault.folder)/\(PasswordVault.fileName)"
    try write("nonsense", toFile: path)
    var desk = try Desk(vault)
    desk.submit()
    let question = "The password file in \(vault.folder) is damaged. Submit again to replace it."
    for _ in 0..<2 {
      try desk.finishSaving()
      #expect(desk.message == question)
      desk.press(.backspace)
      desk.type("!")
      desk.press(.enter)
    }
    try desk.finishSaving()
    #expect(desk.message == question)
    #expect(try contents(ofFile: path) == "nonsense")
    desk.press(.enter)
    try desk.finishSaving()
    #expect(desk.message?.hasPrefix("Saved.") == true)
    #expect(try isSaved())
  }

  @Test func `P8 asks again where something else is wrong by then`() throws {
    mkdir(vault.folder, 0o700)
    let path = "\(vault.folder)/\(PasswordVault.fileName)"
    try write("nonsense", toFile: path)
    chmod(path, 0o600)
    var desk = try Desk(vault)
    desk.submit()
    try desk.finishSaving()
    #expect(desk.message?.hasSuffix(" is damaged. Submit again to replace it.") == true)
    chmod(path, 0o666)
    let question = " can be changed by others. Submit again to replace it."
    desk.press(.enter)
    try desk.finishSaving()
    #expect(desk.message?.hasSuffix(question) == true)
    #expect(try contents(ofFile: path) == "nonsense")
    desk.press(.enter)
    try desk.finishSaving()
    #expect(desk.message?.hasPrefix("Saved.") == true)
  }

  @Test func `P8 says that its memory is not locked, as soon as that is so`() async {
    // In a process of its own, since it is known of all of the process.
    await #expect(processExitsWith: .success) {
      var desk = try Desk(nil)
      desk.type("Pass")
      desk.window.advance(to: .zero)
      #expect(desk.remark == nil)
      try giveUpLockingMemory()
      // Compared with the first by another form of both, which takes memory.
      desk.press(.tab)
      desk.press(.tab)
      desk.type("\u{e9}")
      desk.window.advance(to: .zero)
      let line = "The password could not be locked into memory; it may be written to swap."
      #expect(desk.remark == line)
    }
  }

  @Test func `P8 says that it knows no place to save to`() throws {
    var desk = try Desk(nil)
    desk.submit()
    #expect(desk.message == "There is no place to save to: set HOME or XDG_DATA_HOME.")
    #expect(desk.passwordLength == 9)
    desk.window.closeRequested(at: .zero)
    #expect(desk.window.exitStatus == ExitStatus.success)
  }

  @Test func `P8 waits for a running save when it is closed`() throws {
    var desk = try Desk(vault)
    desk.submit()
    desk.window.closeRequested(at: .zero)
    #expect(desk.window.exitStatus == nil)
    #expect(desk.passwordLength == 0)
    try desk.finishSaving()
    #expect(desk.window.exitStatus == ExitStatus.success)
    #expect(try isSaved())
  }

  @Test func `P8 fails where a save fails while it is closed`() throws {
    var desk = try Desk(brokenVault)
    desk.submit()
    desk.window.closeRequested(at: .zero)
    try desk.finishSaving()
    #expect(desk.window.exitStatus == ExitStatus.failure)
  }

  @Test func `P8 finishes a save where nothing will wake it any more`() throws {
    var desk = try Desk(vault)
    desk.submit()
    desk.window.finish()
    #expect(try isSaved())
    #expect(desk.passwordLength == 0)
    #expect(desk.window.exitStatus == ExitStatus.success)
  }

  @Test(arguments: [false, true])
  func `P8 waits for two seconds for somebody else when it is closed, or until it is closed again`(
    isClosedAgain: Bool
  ) throws {
    var desk = try Desk(WaitingStore(), wishes: Wishes(reducesMotion: true))
    desk.submit()
    // Otherwise the caret blinks.
    desk.window.handle(.windowFocusChanged(isFocused: false), at: .zero)
    let (now, end) = (Instant.zero + .seconds(10), Instant.zero + .seconds(12))
    desk.window.advance(to: now)
    #expect(desk.window.nextChange(after: now) == nil)
    desk.window.closeRequested(at: now)
    #expect(desk.window.nextChange(after: now) == end)
    #expect(desk.window.exitStatus == nil)
    if isClosedAgain {
      desk.window.closeRequested(at: now)
    } else {
      desk.window.advance(to: end)
    }
    try desk.finishSaving()
    #expect(desk.window.nextChange(after: end) == nil)
    #expect(desk.window.exitStatus == ExitStatus.failure)
  }

  @Test(arguments: [1, 2, 3])
  func `P8 leaves to itself what does not heed that it is given up, two seconds later`(
    count: Int
  ) throws {
    let store = WaitingStore(isStubborn: true)
    var desk = try Desk(store, wishes: Wishes(reducesMotion: true))
    desk.submit()
    desk.window.handle(.windowFocusChanged(isFocused: false), at: .zero)
    let now = Instant.zero + .seconds(10)
    for _ in 0..<count { desk.window.closeRequested(at: now) }
    // Asked twice, it gives up at once, and no later for being asked once more.
    let givenUp = count == 1 ? now + .seconds(2) : now
    let end = givenUp + .seconds(2)
    if count == 1 { #expect(desk.window.nextChange(after: now) == givenUp) }
    for instant in [givenUp, end - .nanoseconds(1)] {
      desk.window.advance(to: instant)
      #expect(desk.window.nextChange(after: instant) == end)
      #expect(desk.window.exitStatus == nil)
    }
    desk.window.advance(to: end)
    #expect(desk.window.nextChange(after: end) == nil)
    #expect(desk.window.exitStatus == ExitStatus.failure)
    store.letGo()
  }

  @Test func `P8 leaves nothing to itself that has come to its end by then`() throws {
    let gate = StrengthJudge.Gate()
    var desk = try Desk(vault, judgingBehind: gate)
    // Else the first news might be of that.
    desk.occupyJudge(at: gate)
    desk.submit()
    for _ in 0..<2 { desk.window.closeRequested(at: .zero) }
    try desk.awaitNews()
    desk.window.advance(to: .zero + .seconds(2))
    #expect(desk.window.exitStatus == ExitStatus.success)
    #expect(try isSaved())
    gate.open()
  }

  @Test func `P8 gives up at Escape what waits for a person, and says both`() throws {
    var desk = try Desk(WaitingStore())
    desk.submit()
    desk.window.wake(at: .zero)
    #expect(desk.message == "The keyring asks you something first. Press Escape to give up.")
    desk.press(.escape)
    try desk.finishSaving()
    #expect(desk.message == "It was given up before the keyring had answered.")
    #expect(desk.window.exitStatus == nil)
  }

  @Test func `P10 takes no secrets any more once it is closing`() throws {
    var desk = try Desk(vault)
    desk.submit()
    desk.window.closeRequested(at: .zero)
    desk.type("again")
    #expect(desk.passwordLength == 0)
    try desk.finishSaving()
  }

  @Test func `W4 closes by the keyboard`() throws {
    var desk = try Desk(vault)
    #expect(desk.window.exitStatus == nil)
    desk.press(.character("q"), .control)
    #expect(desk.window.exitStatus == ExitStatus.success)
  }

  @Test(arguments: ["", "noise\n", "version = 2\nx = 1\ny = 1\n"])
  func `B11 replaces what it does not understand only by a place to which it was moved`(
    text: String
  ) throws {
    let file = try #require(PlaceFile(of: .button, xdgStateHome: folder.path, home: nil))
    mkdir("\(folder.path)/tactile", 0o700)
    try write(text, toFile: file.path)
    for (isMoved, place) in [(false, nil), (true, KeptPlace(x: 0, y: 0.5, edge: .leading))] {
      let memory = PlaceMemory(of: .button, in: [.button: file]) { _ in }
      var desk = try Desk(vault, memory: memory)
      if isMoved { desk.moveButtonToLeadingEdge() }
      desk.window.closeRequested(at: .zero)
      if let place {
        #expect(file.read() == .place(place))
      } else {
        #expect(try contents(ofFile: file.path) == text)
      }
    }
  }

  @Test func `keeps which fonts were chosen, and in the end which were chosen later`() throws {
    let file = try #require(FontMemory(xdgCacheHome: folder.path, home: nil))
    var desk = try Desk(vault, fontMemory: file)
    _ = desk.paint(into: Desk.image(), isWhole: true)
    desk.window.settle()
    let first = try #require(file.read())
    var settings = DesktopSettings()
    settings.fontFamily = "Inter Display"
    desk.window.settingsChanged(to: settings, at: .zero)
    _ = desk.paint(into: Desk.image(), isWhole: true)
    #expect(file.read() == first)
    desk.window.closeRequested(at: .zero)
    let last = try #require(file.read())
    #expect(last != first && last.preferredFamily == "Inter Display")
  }

  @Test func `writes nothing of fonts in the end where nothing is new`() throws {
    let file = try #require(FontMemory(xdgCacheHome: folder.path, home: nil))
    var desk = try Desk(vault, fontMemory: file)
    _ = desk.paint(into: Desk.image(), isWhole: true)
    desk.window.settle()
    unlink("\(folder.path)/tactile/fonts")
    desk.window.closeRequested(at: .zero)
    #expect(file.read() == nil)
  }

  @Test func `rings the bell once for each drag`() throws {
    var desk = try Desk(vault, button: ButtonOptions(ringsBell: true))
    let button = desk.window.contents.button.control.frame(at: .zero).center
    desk.window.handle(.pointerMoved(to: button), at: .zero)
    desk.window.handle(.pointerPressed(PointerPress(at: button)), at: .zero)
    #expect(desk.window.takeEffects().isEmpty)
    desk.window.advance(to: .zero + .milliseconds(400))
    let effects = desk.window.takeEffects()
    let bells = effects.count { if case .bell = $0 { true } else { false } }
    #expect(effects.count == 1 && bells == 1)
    #expect(desk.window.takeEffects().isEmpty)
  }
}

extension `The window` {
  @Test func `paints a fresh bitmap as a whole, and nothing where nothing changed`() throws {
    var desk = try Desk(vault)
    let image = Desk.image()
    #expect(desk.paint(into: image, isWhole: true) == [Desk.bounds])
    #expect(desk.paint(into: image, isWhole: false).isEmpty)
  }

  @Test func `paints what changed and as if it had painted all`() throws {
    var desk = try Desk(vault)
    let image = Desk.image()
    let fresh = Desk.image()
    _ = desk.paint(into: image, isWhole: true)
    desk.type("Pass")
    let damage = desk.paint(into: image, isWhole: false)
    let card = PixelRect(covering: desk.window.contents.layout.formCard, scale: 1)
    #expect(!damage.isEmpty)
    #expect(damage.allSatisfy { $0.intersection(card) == $0 }, "\(damage)")
    _ = desk.paint(into: fresh, isWhole: true)
    #expect(PictureDifference(image, fresh).totalPixels == 0)
  }

  @Test func `draws all anew a second after a frame that failed, without any other cause`() throws {
    var desk = try Desk(vault)
    let image = Desk.image()
    let fresh = Desk.image()
    _ = desk.paint(into: image, isWhole: true)
    desk.type("Pass")
    // Without the focus no caret blinks.
    desk.window.handle(.windowFocusChanged(isFocused: false), at: .zero)
    let (failure, retry) = (Instant.zero + .seconds(10), Instant.zero + .seconds(11))
    desk.window.advance(to: failure)
    #expect(desk.window.nextChange(after: failure) == nil)
    // Wider than anything that can be drawn into.
    let tooWide = ImageBuffer(width: 40_000, height: 1)
    #expect(desk.paint(into: tooWide, at: failure, isWhole: false).isEmpty)
    #expect(desk.window.nextChange(after: failure) == retry)
    desk.window.advance(to: retry)
    #expect(desk.window.nextChange(after: retry) == nil)
    #expect(desk.paint(into: image, at: retry, isWhole: false) == [Desk.bounds])
    _ = desk.paint(into: fresh, at: retry, isWhole: true)
    #expect(PictureDifference(image, fresh).totalPixels == 0)
    #expect(desk.paint(into: image, at: retry, isWhole: false).isEmpty)
  }
}
