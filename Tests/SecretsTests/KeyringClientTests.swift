import CSecret
import Synchronization
import System
import Testing

@testable import Secrets

@Suite(.serialized) struct `Keyring call` {
  @Test(arguments: [StubKeyring.Behavior.refuses, .forgets], [nil, "one"])
  func `P8 throws notStored when the keyring does not store the password`(
    behavior: StubKeyring.Behavior, text: String?
  ) {
    StubKeyring.reset(to: behavior, text: text)
    let client = KeyringClient(StubKeyring.library)
    #expect(throws: KeyringError.notStored) { try client.store(Array("two".utf8)) }
  }

  @Test func `P8 replaces the unlocked items of other collections`() throws {
    StubKeyring.reset(to: .succeeds, text: "two", others: ["zero", nil, "one"])
    let client = KeyringClient(StubKeyring.library)
    try client.store(Array("three".utf8))
    #expect(StubKeyring.state.withLock { $0.text } == "three")
    #expect(StubKeyring.state.withLock { $0.others } == [nil, nil, nil])
    #expect(try client.text() == Array("three".utf8))
  }

  @Test func `P8 keeps previous items if the new text is not stored`() {
    StubKeyring.reset(to: .forgets, text: "two", others: ["one"])
    let client = KeyringClient(StubKeyring.library)
    #expect(throws: KeyringError.notStored) { try client.store(Array("three".utf8)) }
    #expect(StubKeyring.state.withLock { $0.text } == "two")
    #expect(StubKeyring.state.withLock { $0.others } == ["one"])
  }

  @Test func `P8 keeps the text that another program stores at the same time`() {
    StubKeyring.reset(to: .succeeds, others: ["zero"])
    StubKeyring.state.withLock { $0.concurrentText = "two" }
    let client = KeyringClient(StubKeyring.library)
    #expect(throws: KeyringError.notStored) { try client.store(Array("one".utf8)) }
    #expect(StubKeyring.state.withLock { $0.text } == "two")
    #expect(StubKeyring.state.withLock { $0.others } == [nil])
  }

  @Test(arguments: [false, true], [SECRET_ERROR_NO_SUCH_OBJECT, SECRET_ERROR_IS_LOCKED])
  func `P8 stores the text if a previous item is locked or removed in the meantime`(
    ofDeletion: Bool, code: Int
  ) throws {
    StubKeyring.reset(to: .succeeds, others: ["one", "zero"])
    StubKeyring.state.withLock { $0.itemError = (ofDeletion, CInt(code)) }
    let client = KeyringClient(StubKeyring.library)
    try client.store(Array("two".utf8))
    #expect(try client.text() == Array("two".utf8))
  }

  @Test(
    arguments: [
      ("abc", [], nil), (nil, [], nil), (nil, [nil], KeyringError.locked), ("a\nb", [], .damaged),
      (String(repeating: "a", count: SecureText.capacity + 1), [], .damaged),
    ] as [(String?, [String?], KeyringError?)])
  func `returns a passphrase, or the reason why it is not usable`(
    text: String?, others: [String?], error: KeyringError?
  ) {
    StubKeyring.reset(to: .succeeds, text: text, others: others)
    let client = KeyringClient(
      StubKeyring.library, item: .passphrase(keyInfo: "n/1"),
      cancellation: KeyringCancellation(StubKeyring.library))
    let result = Result { () throws(KeyringError) in try client.passphrase() }
    switch result {
    case .success(let found):
      #expect(error == nil && found?.withText { $0.string } == text)
    case .failure(let found): #expect(found == error)
    }
  }

  @Test func `P8 ignores a prompt message that is filtered after its end`() throws {
    StubKeyring.reset(to: .promptsTooLate)
    let changes = PromptChangeRecorder()
    let client = KeyringClient(StubKeyring.library) { isPrompting in
      changes.list.withLock { $0.append((isPrompting, false)) }
    }
    #expect(try client.text() == nil)
    try LateMessage.end()
    #expect(changes.list.withLock { $0.isEmpty })
  }

  @Test func `P8 times out after its timeout, not earlier`() throws {
    StubKeyring.reset(to: .noReply)
    #expect(throws: KeyringError.timedOut) {
      try KeyringOperation(StubKeyring.library, callTimeout: .milliseconds(1)).run {
        (client: borrowing KeyringClient) throws(KeyringError) in try client.text()
      }
    }
    StubKeyring.reset(to: .succeeds)
    let cancellation = KeyringCancellation(StubKeyring.library, after: .seconds(2))
    for _ in 0..<3 { cancellation.advance(by: .milliseconds(500)) }
    #expect(cancellation.reason == nil && !StubKeyring.isCancelled)
    cancellation.advance(by: .milliseconds(500))
    #expect(cancellation.reason == .timedOut && StubKeyring.isCancelled)
  }

  @Test func `P8 pauses the timeout during a prompt and restarts it afterwards`() {
    StubKeyring.reset(to: .prompts)
    let changes = PromptChangeRecorder()
    let cancellation = KeyringCancellation(StubKeyring.library, after: .seconds(2))
    cancellation.advance(by: .seconds(1))
    let client = KeyringClient(StubKeyring.library, cancellation: cancellation) { isPrompting in
      // The time of a prompt does not count.
      cancellation.advance(by: .seconds(isPrompting ? 9 : 1))
      changes.list.withLock { $0.append((isPrompting, cancellation.reason == nil)) }
      // After the answer, the library waits until the timeout.
      if isPrompting { StubKeyring.answer() } else { cancellation.advance(by: .seconds(1)) }
    }
    #expect(throws: KeyringError.timedOut) { try client.text() }
    let list = changes.list.withLock { $0 }
    #expect(list.map(\.0) == [true, false])
    #expect(list.map(\.1) == [true, true])
  }

  @Test func `P8 reports that the prompt has closed after cancellation`() throws {
    StubKeyring.reset(to: .prompts)
    let changes = PromptChangeRecorder()
    let cancellation = KeyringCancellation(StubKeyring.library)
    let client = KeyringClient(
      StubKeyring.library, cancellation: cancellation,
      onPromptChange: { isPrompting in
        changes.list.withLock { $0.append((isPrompting, false)) }
        if isPrompting { cancellation.cancel() }
      })
    #expect(throws: KeyringError.cancelled) { try client.text() }
    #expect(changes.list.withLock { $0.map(\.0) } == [true, false])
  }
}

extension `Keyring call` {
  @Test func `P8 is abandoned if it does not end after the timeout`() {
    StubKeyring.reset(to: .hangs)
    defer { StubKeyring.release() }
    let operation = KeyringOperation(
      StubKeyring.library, callTimeout: .milliseconds(1), cancellationGracePeriod: .milliseconds(1))
    #expect(throws: KeyringError.timedOut) {
      try operation.run { (client: borrowing KeyringClient) throws(KeyringError) in try client.text() }
    }
  }

  @Test func `P8 is cancelled once by several cancellations`() {
    StubKeyring.reset(to: .succeeds)
    let cancellation = KeyringCancellation(StubKeyring.library)
    for _ in 0..<3 { cancellation.cancel() }
    #expect(cancellation.wakeup.wait(atMost: .zero))
    #expect(!cancellation.wakeup.wait(atMost: .zero))
  }

  @Test func `P8 reports no prompt changes after it was abandoned`() {
    StubKeyring.reset(to: .losesBus)
    defer { StubKeyring.release() }
    let cancellation = Mutex<KeyringCancellation?>(nil)
    let (isAbandoned, hasNotified) = (Semaphore(), Semaphore())
    let isLate = Mutex(false)
    let operation = KeyringOperation(StubKeyring.library, cancellationGracePeriod: .milliseconds(1)) { _ in
      cancellation.withLock { $0 }?.cancel()
      // While a notification is in progress, the operation is not abandoned.
      let wasAbandoned = isAbandoned.wait(atMost: .milliseconds(50))
      isLate.withLock { $0 = wasAbandoned }
      hasNotified.signal()
    }
    cancellation.withLock { $0 = operation.cancellation }
    #expect(throws: KeyringError.cancelled) {
      try operation.run { (client: borrowing KeyringClient) throws(KeyringError) in try client.text() }
    }
    isAbandoned.signal()
    hasNotified.wait()
    #expect(!isLate.withLock { $0 })
  }

  @Test func `P8 cancels the current operation but not later ones`() throws {
    StubKeyring.reset(to: .noReply)
    let holder = Mutex<KeyringPasswordHashStore?>(nil)
    let hashStore = KeyringPasswordHashStore(
      cost: .minimal,
      opening: { () throws(DynamicLibraryError) in
        // The operation is already in progress.
        holder.withLock { $0.take() }?.cancel()
        return StubKeyring.library
      })
    holder.withLock { $0 = hashStore }
    #expect(throws: PasswordStoreError.keyring(.cancelled)) { try hashStore.store(SecureText("one")) }
    StubKeyring.reset(to: .succeeds)
    #expect(try hashStore.store(SecureText("one")) == .minimal)
    #expect(try hashStore.verify(SecureText("one")))
  }

  @Test func `P8 throws the first reason if it is cancelled before it starts`() {
    StubKeyring.reset(to: .hangs)
    defer { StubKeyring.release() }
    let operation = KeyringOperation(StubKeyring.library, cancellationGracePeriod: .milliseconds(1))
    operation.cancellation.cancel()
    operation.cancellation.cancel(because: .timedOut)
    #expect(throws: KeyringError.cancelled) {
      try operation.run { (client: borrowing KeyringClient) throws(KeyringError) in try client.text() }
    }
  }

  @Test func `P8 returns the result of the client through an operation`() throws {
    StubKeyring.reset(to: .succeeds)
    let operation = KeyringOperation(StubKeyring.library)
    try operation.run { (client: borrowing KeyringClient) throws(KeyringError) in
      try client.store(Array("one".utf8))
    }
    let text = try operation.run { (client: borrowing KeyringClient) throws(KeyringError) in
      try client.text()
    }
    #expect(text == Array("one".utf8))
    #expect(!StubKeyring.isCancelled)
  }
}

/// Records whether a prompt is open, and a condition at that time.
private final class PromptChangeRecorder: Sendable {
  let list = Mutex<[(Bool, Bool)]>([])
}
