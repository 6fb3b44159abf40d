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
import Toolkit

@testable import Tactile
@testable import Windowing

@Suite final class `Main window controller` {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// A store in which saving takes no time.
  private var store: FilePasswordHashStore {
    FilePasswordHashStore(directoryPath: "\(directory.path)/tactile", cost: .minimal)
  }

  /// A store in which saving fails.
  private let failingStore = FilePasswordHashStore(directoryPath: "/dev/null/tactile", cost: .minimal)

  private func isSaved() throws -> Bool { try store.verify(secret("Passw0rd!")) }

  @Test func `P8 reports the save after the evaluator has released the password`() throws {
    let gate = StrengthEvaluator.Gate()
    var fixture = try MainWindowFixture(store, gate: gate)
    fixture.occupyEvaluator(at: gate)
    fixture.submit()
    // Wakes only at the end of the save, because the evaluator waits.
    repeat { try fixture.handleWakeUp() } while (try? isSaved()) != true
    #expect(fixture.evaluator.holdsSecret && fixture.message == "Saving…")
    gate.open()
    while fixture.message == "Saving…" { try fixture.handleWakeUp() }
    #expect(fixture.message?.hasPrefix("Saved.") == true)
    #expect(!fixture.evaluator.holdsSecret)
  }

  @Test func `P9 evaluates the password again after a failed save`() throws {
    let gate = StrengthEvaluator.Gate()
    var fixture = try MainWindowFixture(failingStore, gate: gate)
    // The waiting password is discarded.
    fixture.occupyEvaluator(at: gate)
    fixture.submit()
    gate.open()
    try fixture.finishSaving()
    fixture.pauseTyping()
    #expect(fixture.evaluator.holdsSecret)
    gate.open()
    while fixture.evaluator.holdsSecret { try fixture.handleWakeUp() }
  }

  @Test(arguments: [MainWindowFixture.Ending.none, .emptied, .closed])
  func `P9 evaluates the password 0.2 s after the last key`(ending: MainWindowFixture.Ending) throws {
    let gate = StrengthEvaluator.Gate()
    var fixture = try MainWindowFixture(store, gate: gate)
    for pause in 0..<3 {
      let now = Instant.zero + .milliseconds(150 * pause)
      fixture.window.advance(to: now)
      fixture.handle(.keyPressed(KeyPress(.character("a"), text: TypedText("a"))), at: now)
      #expect(!fixture.evaluator.holdsSecret)
    }
    #expect(
      fixture.window.nextChange(after: .zero + .milliseconds(300)).map { $0 <= .zero + .milliseconds(500) }
        == true)
    fixture.end(ending, at: .zero + .milliseconds(400))
    fixture.window.advance(to: .zero + .milliseconds(600))
    #expect(fixture.evaluator.holdsSecret == (ending == .none))
    gate.open()
    while fixture.evaluator.holdsSecret { try fixture.handleWakeUp() }
  }

  @Test func `P8 saves once when it is submitted twice`() throws {
    var fixture = try MainWindowFixture(store)
    fixture.submit()
    fixture.press(.enter)
    #expect(fixture.message == "Saving. This takes a moment.")
    try fixture.finishSaving()
    #expect(try isSaved())
    fixture.window.closeRequested(at: .zero)
    #expect(fixture.window.exitStatus == ExitStatus.success)
  }

  @Test func `P8 shows a warning as soon as memory cannot be locked`() async {
    // In its own process, because the state belongs to the whole process.
    await #expect(processExitsWith: .success) {
      var fixture = try MainWindowFixture(nil)
      fixture.type("Pass")
      fixture.window.advance(to: .zero)
      #expect(fixture.memoryWarning == nil)
      try disableMemoryLocking()
      // Comparing it with the first password needs memory for a normalized copy of both.
      fixture.press(.tab)
      fixture.press(.tab)
      fixture.type("\u{e9}")
      fixture.window.advance(to: .zero)
      let line =
        "Cannot lock the password in memory; it may be written to swap. "
        + "Raise the locked-memory limit (ulimit -l)."
      #expect(fixture.memoryWarning == line)
    }
  }

  @Test func `P8 reports a missing data directory`() throws {
    var fixture = try MainWindowFixture(nil)
    fixture.submit()
    #expect(fixture.message == "Cannot determine the data directory. Set XDG_DATA_HOME or HOME.")
    #expect(fixture.passwordLength == 9)
    fixture.window.closeRequested(at: .zero)
    #expect(fixture.window.exitStatus == ExitStatus.success)
  }

  @Test func `P8 does not cancel a save of a closing window when the display is lost`() throws {
    let store = WaitingStore(ignoresCancel: true)
    var fixture = try MainWindowFixture(store)
    fixture.submit()
    fixture.window.closeRequested(at: .zero)
    store.release()
    fixture.window.finish()
    #expect(store.cancelCount == 0)
    #expect(fixture.window.exitStatus == ExitStatus.failure)
  }

  @Test(arguments: [false, true])
  func `P8 cancels a blocked save two seconds after closing, or when it is closed again`(
    isClosedAgain: Bool
  ) throws {
    var fixture = try MainWindowFixture(
      WaitingStore(), preferences: AppearancePreferences(reducesMotion: true))
    fixture.submit()
    // Without the focus, no caret blinks.
    fixture.handle(.windowFocusChanged(isFocused: false), at: .zero)
    let (now, end) = (Instant.zero + .seconds(10), Instant.zero + .seconds(12))
    fixture.window.advance(to: now)
    #expect(fixture.window.nextChange(after: now) == nil)
    fixture.window.closeRequested(at: now)
    #expect(fixture.window.nextChange(after: now) == end)
    #expect(fixture.window.exitStatus == nil)
    if isClosedAgain {
      fixture.window.closeRequested(at: now)
    } else {
      fixture.window.advance(to: end)
    }
    try fixture.finishSaving()
    #expect(fixture.window.nextChange(after: end) == nil)
    #expect(fixture.window.exitStatus == ExitStatus.failure)
  }

  @Test(arguments: [1, 2, 3])
  func `P8 abandons a save that ignores its cancellation, after two more seconds`(
    count: Int
  ) throws {
    let store = WaitingStore(ignoresCancel: true)
    var fixture = try MainWindowFixture(store, preferences: AppearancePreferences(reducesMotion: true))
    fixture.submit()
    fixture.handle(.windowFocusChanged(isFocused: false), at: .zero)
    let now = Instant.zero + .seconds(10)
    for _ in 0..<count { fixture.window.closeRequested(at: now) }
    // A second request cancels immediately. Further requests change nothing.
    let cancelTime = count == 1 ? now + .seconds(2) : now
    let end = cancelTime + .seconds(2)
    if count == 1 { #expect(fixture.window.nextChange(after: now) == cancelTime) }
    for instant in [cancelTime, end - .nanoseconds(1)] {
      fixture.window.advance(to: instant)
      #expect(fixture.window.nextChange(after: instant) == end)
      #expect(fixture.window.exitStatus == nil)
    }
    fixture.window.advance(to: end)
    #expect(fixture.window.nextChange(after: end) == nil)
    #expect(fixture.window.exitStatus == ExitStatus.failure)
    store.release()
  }

  @Test func `P8 does not abandon a save that has ended in the meantime`() throws {
    let gate = StrengthEvaluator.Gate()
    var fixture = try MainWindowFixture(store, gate: gate)
    // Otherwise the first wake-up might come from the evaluator.
    fixture.occupyEvaluator(at: gate)
    fixture.submit()
    for _ in 0..<2 { fixture.window.closeRequested(at: .zero) }
    try fixture.awaitWakeUp()
    fixture.window.advance(to: .zero + .seconds(2))
    #expect(fixture.window.exitStatus == ExitStatus.success)
    #expect(try isSaved())
    gate.open()
  }

  @Test func `P10 accepts no input while it is closing`() throws {
    var fixture = try MainWindowFixture(store)
    fixture.submit()
    fixture.window.closeRequested(at: .zero)
    fixture.type("again")
    #expect(fixture.passwordLength == 0)
    try fixture.finishSaving()
  }

  @Test func `saves the font matches after the first frame and at exit`() throws {
    let file = try #require(FontMatchCacheFile(in: directory.path))
    let fixture = try MainWindowFixture(store, fontCache: file)
    try fixture.draw()
    fixture.window.performDeferredSetup()
    let first = try #require(file.read())
    var settings = DesktopSettings()
    settings.fontFamily = "Inter Display"
    _ = fixture.window.handle(.settingsChanged(settings), at: .zero)
    fixture.renderer.preferredFamily = settings.fontFamily
    try fixture.draw()
    #expect(file.read() == first)
    fixture.window.closeRequested(at: .zero)
    let last = try #require(file.read())
    #expect(last != first && last.preferredFamily == "Inter Display")
  }

  @Test func `does not write unchanged font matches at exit`() throws {
    let file = try #require(FontMatchCacheFile(in: directory.path))
    let fixture = try MainWindowFixture(store, fontCache: file)
    try fixture.draw()
    fixture.window.performDeferredSetup()
    unlink("\(directory.path)/tactile/fonts")
    fixture.window.closeRequested(at: .zero)
    #expect(file.read() == nil)
  }
}
