import PasswordForm
import ScreenDriver
import Secrets
import Synchronization
import Testing

@testable import Tactile
@testable import Windowing

@Suite struct `Save job` {
  @Test func `P8 stores a hash and wakes the event loop`() throws {
    let directory = try TemporaryDirectory()
    let store = FilePasswordHashStore(directoryPath: "\(directory.path)/tactile", cost: .minimal)
    let wakeSource = try WakeSource()
    let job = SaveJob(secret("Passw0rd!"), in: store, replacing: nil, wakeSource: wakeSource)
    try wakeSource.waitForWake()
    #expect(job.outcome == .saved())
    #expect(job.outcome?.failure == nil)
    let (isRight, isWrong) = (
      try store.verify(secret("Passw0rd!")), try store.verify(secret("Passw0rd?"))
    )
    #expect(isRight && !isWrong)
  }

  @Test func `P8 reports an error and wakes the event loop`() throws {
    let store = FilePasswordHashStore(directoryPath: "/dev/null/tactile", cost: .minimal)
    let wakeSource = try WakeSource()
    let job = SaveJob(secret("Passw0rd!"), in: store, replacing: nil, wakeSource: wakeSource)
    try wakeSource.waitForWake()
    let failure = try #require(job.outcome?.failure)
    #expect(failure.hasPrefix("Cannot write to /dev/null/tactile"))
    #expect(!failure.contains("\n"))
  }

  @Test func `P8 replaces a damaged file only with confirmation`() throws {
    let directory = try TemporaryDirectory()
    let store = FilePasswordHashStore(directoryPath: directory.path, cost: .minimal)
    try write("nonsense", toFile: "\(directory.path)/\(FilePasswordHashStore.fileName)")
    let wakeSource = try WakeSource()
    let question = SaveResult.wouldReplace(.damaged, directory: directory.path)
    #expect(question.failure == "The password file in \(directory.path) is damaged.")
    for (accepted, outcome) in [
      (nil, question), (.isLink, question), (.damaged, .saved()),
    ] as [(StoredPasswordProblem?, SaveResult)] {
      let job = SaveJob(
        secret("Passw0rd!"), in: store, replacing: accepted, wakeSource: wakeSource)
      job.finish(within: .seconds(60))
      #expect(job.outcome == outcome)
    }
    let isRight = try store.verify(secret("Passw0rd!"))
    #expect(isRight)
  }

  @Test func `P8 warns if the hash uses less memory than intended`() throws {
    let job = SaveJob(
      secret("Passw0rd!"), in: LowMemoryStore(), replacing: nil, wakeSource: try WakeSource())
    job.finish(within: .seconds(60))
    let warning = "Not enough memory: the password hash uses 64 MiB instead of 256 MiB."
    #expect(job.outcome == .saved(note: warning))
  }

  @Test func `P8 continues without other references to it`() throws {
    let directory = try TemporaryDirectory()
    let store = FilePasswordHashStore(directoryPath: "\(directory.path)/tactile", cost: .minimal)
    let wakeSource = try WakeSource()
    _ = SaveJob(secret("Passw0rd!"), in: store, replacing: nil, wakeSource: wakeSource)
    try wakeSource.waitForWake()
    let isRight = try store.verify(secret("Passw0rd!"))
    #expect(isRight)
  }

  @Test func `P8 is cancelled if the store blocks`() throws {
    let job = SaveJob(
      secret("Passw0rd!"), in: WaitingStore(), replacing: nil, wakeSource: try WakeSource())
    #expect(job.outcome == nil)
    job.cancel()
    job.finish(within: .seconds(60))
    let reason = "The request was cancelled before the keyring replied."
    #expect(job.outcome == .failed(reason))
  }

  @Test(.timeLimit(.minutes(5)))
  func `P8 is detached if the store ignores the cancellation`() throws {
    let (store, wakeSource) = (WaitingStore(ignoresCancel: true), try WakeSource())
    let job = SaveJob(secret("Passw0rd!"), in: store, replacing: nil, wakeSource: wakeSource)
    job.finish(within: .zero)
    #expect(job.outcome == nil && store.cancelCount == 1)
    job.finish(within: .zero)
    store.release()
    try wakeSource.waitForWake()
    #expect(job.outcome != nil)
  }
}

/// A store that has less memory than it needs.
private struct LowMemoryStore: PasswordHashStore {
  let cost = PasswordHash.Parameters.moderate

  func store(
    _ password: borrowing SecureText, replacing problem: StoredPasswordProblem?
  ) throws(PasswordStoreError) -> PasswordHash.Parameters { .interactive }

  func compare(_ password: borrowing SecureText) throws(PasswordStoreError) -> VerificationResult {
    throw .outOfMemory
  }
}
