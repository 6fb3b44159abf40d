import CSecret
import DynamicLibraries
import Synchronization
import Testing
import Threads

@testable import Secrets

@Suite(.serialized) struct `What a keyring is asked` {
  @Test func `P8 is kept, and that is looked at before it is said`() throws {
    StubKeyring.reset(to: .obeys)
    let call = KeyringCall(StubKeyring.library)
    for text in ["one", "two"] {
      try call.store(Array(text.utf8))
      #expect(try call.text() == Array(text.utf8))
    }
  }

  @Test(arguments: [StubKeyring.Manner.refuses, .forgets], [nil, "one"])
  func `P8 is said not to be kept where it is not`(manner: StubKeyring.Manner, text: String?) {
    StubKeyring.reset(to: manner, text: text)
    let call = KeyringCall(StubKeyring.library)
    #expect(throws: KeyringError.notKept) { try call.store(Array("two".utf8)) }
  }

  @Test func `P8 takes the place of what was kept in other collections, as far as it is unlocked`()
    throws
  {
    StubKeyring.reset(to: .obeys, text: "two", others: ["zero", nil, "one"])
    let call = KeyringCall(StubKeyring.library)
    try call.store(Array("three".utf8))
    #expect(StubKeyring.state.withLock { $0.text } == "three")
    #expect(StubKeyring.state.withLock { $0.others } == [nil, nil, nil])
    #expect(try call.text() == Array("three".utf8))
  }

  @Test func `P8 leaves what was kept before where nothing else is kept`() {
    StubKeyring.reset(to: .forgets, text: "two", others: ["one"])
    let call = KeyringCall(StubKeyring.library)
    #expect(throws: KeyringError.notKept) { try call.store(Array("three".utf8)) }
    #expect(StubKeyring.state.withLock { $0.text } == "two")
    #expect(StubKeyring.state.withLock { $0.others } == ["one"])
  }

  @Test func `P8 leaves what another program keeps in its place meanwhile`() {
    StubKeyring.reset(to: .obeys, others: ["zero"])
    StubKeyring.state.withLock { $0.rival = "two" }
    let call = KeyringCall(StubKeyring.library)
    #expect(throws: KeyringError.notKept) { try call.store(Array("one".utf8)) }
    #expect(StubKeyring.state.withLock { $0.text } == "two")
    #expect(StubKeyring.state.withLock { $0.others } == [nil])
  }

  @Test(arguments: [false, true], [SECRET_ERROR_NO_SUCH_OBJECT, SECRET_ERROR_IS_LOCKED])
  func `P8 is kept though what was kept before is locked or gone by then`(
    ofDeletion: Bool, code: Int
  ) throws {
    StubKeyring.reset(to: .obeys, others: ["one", "zero"])
    StubKeyring.state.withLock { $0.refusal = (ofDeletion, CInt(code)) }
    let call = KeyringCall(StubKeyring.library)
    try call.store(Array("two".utf8))
    #expect(try call.text() == Array("two".utf8))
  }

  @Test func `P8 asks nobody any more once it is over, though it is heard late`() throws {
    StubKeyring.reset(to: .promptsTooLate)
    let changes = Changes()
    let call = KeyringCall(StubKeyring.library) { isPrompting in
      changes.list.withLock { $0.append((isPrompting, false)) }
    }
    #expect(try call.text() == nil)
    try LateMessage.end()
    #expect(changes.list.withLock { $0.isEmpty })
  }

  @Test func `P8 is given up when it takes too long, and not before`() throws {
    StubKeyring.reset(to: .isMute)
    let call = KeyringCall(StubKeyring.library, patience: .milliseconds(1))
    #expect(throws: KeyringError.silent) { try call.text() }
    StubKeyring.reset(to: .obeys)
    let patient = KeyringCall(StubKeyring.library)
    #expect(try patient.text() == nil)
    #expect(!StubKeyring.isCancelled)
  }

  @Test func `P8 waits for a person as long as that takes, and then for the keyring again`() throws
  {
    StubKeyring.reset(to: .prompts)
    let changes = Changes()
    let timer = try #require(Watchdog.Timer())
    let call = KeyringCall(
      StubKeyring.library, cancellation: KeyringCancellation(StubKeyring.library),
      makeTimer: { timer },
      prompting: { isPrompting in
        let isCounting = StubKeyring.isAnswered && timer.isArmed
        changes.list.withLock { $0.append((isPrompting, isCounting)) }
        // That is the end of the patience.
        if isPrompting { StubKeyring.answer() } else { timer.set(to: .nanoseconds(1)) }
      })
    #expect(throws: KeyringError.silent) { try call.text() }
    let list = changes.list.withLock { $0 }
    #expect(list.map(\.0) == [true, false])
    #expect(list.map(\.1) == [false, true])
  }

  @Test func `P8 asks nobody any more once it was given up`() throws {
    StubKeyring.reset(to: .prompts)
    let changes = Changes()
    let cancellation = KeyringCancellation(StubKeyring.library)
    let call = KeyringCall(
      StubKeyring.library, cancellation: cancellation,
      prompting: { isPrompting in
        changes.list.withLock { $0.append((isPrompting, false)) }
        if isPrompting { cancellation.cancel() }
      })
    #expect(throws: KeyringError.givenUp) { try call.text() }
    #expect(changes.list.withLock { $0.map(\.0) } == [true, false])
  }
}

extension `What a keyring is asked` {
  @Test func `P8 is left to itself where it does not end though it is given up`() {
    StubKeyring.reset(to: .hangs)
    defer { StubKeyring.release() }
    let silent = KeyringErrand(
      StubKeyring.library, patience: .milliseconds(1), farewell: .milliseconds(1))
    #expect(throws: KeyringError.silent) {
      try silent.answer { (call: borrowing KeyringCall) throws(KeyringError) in try call.text() }
    }
  }

  @Test func `P8 is given up once, however often that is wished`() {
    StubKeyring.reset(to: .obeys)
    let cancellation = KeyringCancellation(StubKeyring.library)
    for _ in 0..<3 { cancellation.cancel() }
    #expect(cancellation.news.wait(atMost: .zero))
    #expect(!cancellation.news.wait(atMost: .zero))
  }

  @Test func `P8 tells nothing any more once it is left to itself`() {
    StubKeyring.reset(to: .losesBus)
    defer { StubKeyring.release() }
    let cancellation = Mutex<KeyringCancellation?>(nil)
    let (isLeft, hasTold) = (Semaphore(), Semaphore())
    let isLate = Mutex(false)
    let errand = KeyringErrand(StubKeyring.library, farewell: .milliseconds(1)) { _ in
      cancellation.withLock { $0 }?.cancel()
      // As long as it tells of something, it is not left.
      let isLateToo = isLeft.wait(atMost: .milliseconds(50))
      isLate.withLock { $0 = isLateToo }
      hasTold.signal()
    }
    cancellation.withLock { $0 = errand.cancellation }
    #expect(throws: KeyringError.givenUp) {
      try errand.answer { (call: borrowing KeyringCall) throws(KeyringError) in try call.text() }
    }
    isLeft.signal()
    hasTold.wait()
    #expect(!isLate.withLock { $0 })
  }

  @Test func `P8 gives up what is under way, and nothing that comes later`() throws {
    StubKeyring.reset(to: .isMute)
    let holder = Mutex<KeyringVault?>(nil)
    let vault = KeyringVault(
      cost: .minimal,
      opening: { () throws(DynamicLibraryError) in
        // It is under way since before that.
        holder.withLock { $0.take() }?.cancel()
        return StubKeyring.library
      }, patience: .milliseconds(50))
    holder.withLock { $0 = vault }
    #expect(throws: VaultError.keyring(.givenUp)) { try vault.store(SecureText("one")) }
    StubKeyring.reset(to: .obeys)
    #expect(try vault.store(SecureText("one")) == .minimal)
    #expect(try vault.verify(SecureText("one")))
  }

  @Test func `P8 can be given up before it is asked, and by whom is told`() {
    StubKeyring.reset(to: .hangs)
    defer { StubKeyring.release() }
    let errand = KeyringErrand(StubKeyring.library, farewell: .milliseconds(1))
    errand.cancellation.cancel()
    errand.cancellation.cancel(because: .silent)
    #expect(throws: KeyringError.givenUp) {
      try errand.answer { (call: borrowing KeyringCall) throws(KeyringError) in try call.text() }
    }
  }

  @Test func `P8 ends with the keyring that asks the person something`() {
    StubKeyring.reset(to: .vanishes)
    defer { StubKeyring.release() }
    let changes = Changes()
    let errand = KeyringErrand(StubKeyring.library, farewell: .milliseconds(1)) { isPrompting in
      changes.list.withLock { $0.append((isPrompting, false)) }
    }
    #expect(throws: KeyringError.gone) {
      try errand.answer { (call: borrowing KeyringCall) throws(KeyringError) in try call.text() }
    }
    #expect(changes.list.withLock { $0.map(\.0) } == [true, false])
  }

  @Test func `P8 ends with the bus by which the person is asked something`() {
    StubKeyring.reset(to: .losesBus)
    defer { StubKeyring.release() }
    let errand = KeyringErrand(
      StubKeyring.library, farewell: .milliseconds(1), glance: .milliseconds(1))
    #expect(throws: KeyringError.gone) {
      try errand.answer { (call: borrowing KeyringCall) throws(KeyringError) in try call.text() }
    }
  }

  @Test func `P8 is answered as by the call itself`() throws {
    StubKeyring.reset(to: .obeys)
    let errand = KeyringErrand(StubKeyring.library)
    try errand.answer { (call: borrowing KeyringCall) throws(KeyringError) in
      try call.store(Array("one".utf8))
    }
    let text = try errand.answer { (call: borrowing KeyringCall) throws(KeyringError) in
      try call.text()
    }
    #expect(text == Array("one".utf8))
    #expect(!StubKeyring.isCancelled)
  }
}

/// Whether the person is asked something from then on, and whether its patience runs then.
private final class Changes: Sendable {
  let list = Mutex<[(Bool, Bool)]>([])
}
