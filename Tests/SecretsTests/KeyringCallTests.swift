import CSecret
import Synchronization
import Testing

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
    StubKeyring.reset(to: .prompts(.milliseconds(2500)))
    let changes = Changes()
    let call = KeyringCall(StubKeyring.library, patience: .seconds(2)) { isPrompting in
      changes.list.withLock { $0.append((isPrompting, StubKeyring.isCancelled)) }
    }
    #expect(throws: KeyringError.silent) { try call.text() }
    let list = changes.list.withLock { $0 }
    #expect(list.map(\.0) == [true, false])
    #expect(list.allSatisfy { !$0.1 })
  }

  @Test func `P8 asks nobody any more once it was given up`() throws {
    StubKeyring.reset(to: .prompts(.zero))
    let changes = Changes()
    let call = KeyringCall(StubKeyring.library) { isPrompting in
      changes.list.withLock { $0.append((isPrompting, false)) }
    }
    call.cancellation.cancel()
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

/// Whether the person is asked something from then on, and whether all was given up by then.
private final class Changes: Sendable {
  let list = Mutex<[(Bool, Bool)]>([])
}
