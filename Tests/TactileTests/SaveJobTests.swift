import PasswordForm
import ScreenDriver
import Secrets
import Synchronization
import Testing

@testable import Tactile
@testable import X11Shell

@Suite struct `A job that saves a password` {
  @Test func `P8 stores a verifier, wakes the run loop and wipes its copy`() throws {
    let folder = try TemporaryFolder()
    let vault = PasswordVault(folder: "\(folder.path)/tactile", cost: .minimal)
    let wakeSource = try WakeSource()
    let job = SaveJob(secret("Passw0rd!"), in: vault, replacing: nil, wakeSource: wakeSource)
    try wakeSource.waitForWake()
    #expect(job.outcome == .saved())
    #expect(job.outcome?.failure == nil)
    let isWiped = job.password.withLock { $0.isEmpty }
    #expect(isWiped)
    let (isRight, isWrong) = (
      try vault.verify(secret("Passw0rd!")), try vault.verify(secret("Passw0rd?"))
    )
    #expect(isRight && !isWrong)
  }

  @Test func `P8 says why it could not, wakes the run loop and wipes its copy`() throws {
    let vault = PasswordVault(folder: "/dev/null/tactile", cost: .minimal)
    let wakeSource = try WakeSource()
    let job = SaveJob(secret("Passw0rd!"), in: vault, replacing: nil, wakeSource: wakeSource)
    try wakeSource.waitForWake()
    let failure = try #require(job.outcome?.failure)
    #expect(failure.hasPrefix("Cannot write to /dev/null/tactile"))
    #expect(!failure.contains("\n"))
    let isWiped = job.password.withLock { $0.isEmpty }
    #expect(isWiped)
  }

  @Test func `P8 asks before it replaces what is no verifier`() throws {
    let folder = try TemporaryFolder()
    let vault = PasswordVault(folder: folder.path, cost: .minimal)
    try write("nonsense", toFile: "\(folder.path)/\(PasswordVault.fileName)")
    let wakeSource = try WakeSource()
    let line = "The password file in \(folder.path) is damaged."
    for (accepted, outcome) in [
      (nil, .wouldReplace(.damaged, line)), (.linked, .wouldReplace(.damaged, line)),
      (.damaged, .saved()),
    ] as [(StoredFault?, SavingOutcome)] {
      let job = SaveJob(
        secret("Passw0rd!"), in: vault, replacing: accepted, wakeSource: wakeSource)
      job.finish()
      #expect(job.outcome == outcome)
    }
    let isRight = try vault.verify(secret("Passw0rd!"))
    #expect(isRight)
  }

  @Test func `P8 tells where a guess costs less than it should`() throws {
    let job = SaveJob(
      secret("Passw0rd!"), in: ShortOfMemory(), replacing: nil, wakeSource: try WakeSource())
    job.finish()
    let note = "Memory was short, so each guess takes 64 MiB instead of 256."
    #expect(job.outcome == .saved(note: note))
  }

  @Test func `P8 works elsewhere and does not keep its starter waiting`() throws {
    let folder = try TemporaryFolder()
    let vault = PasswordVault(folder: "\(folder.path)/tactile")
    let wakeSource = try WakeSource()
    let job = SaveJob(secret("Passw0rd!"), in: vault, replacing: nil, wakeSource: wakeSource)
    // Half a second of work lies between.
    #expect(job.outcome == nil)
    try wakeSource.waitForWake()
    #expect(job.outcome == .saved())
  }

  @Test func `P8 goes on where nobody holds it any more`() throws {
    let folder = try TemporaryFolder()
    let vault = PasswordVault(folder: "\(folder.path)/tactile", cost: .minimal)
    let wakeSource = try WakeSource()
    _ = SaveJob(secret("Passw0rd!"), in: vault, replacing: nil, wakeSource: wakeSource)
    try wakeSource.waitForWake()
    let isRight = try vault.verify(secret("Passw0rd!"))
    #expect(isRight)
  }

  @Test func `P8 is given up where somebody else lets it wait`() throws {
    let job = SaveJob(
      secret("Passw0rd!"), in: WaitingStore(), replacing: nil, wakeSource: try WakeSource())
    #expect(job.outcome == nil)
    job.finish(within: .zero)
    let reason = "It was given up before the keyring had answered."
    #expect(job.outcome == .failed(reason))
    let isWiped = job.password.withLock { $0.isEmpty }
    #expect(isWiped)
  }

  @Test(.timeLimit(.minutes(1)))
  func `P8 is left to itself where who is waited for does not give up`() throws {
    let (store, wakeSource) = (WaitingStore(isStubborn: true), try WakeSource())
    let job = SaveJob(secret("Passw0rd!"), in: store, replacing: nil, wakeSource: wakeSource)
    job.finish(within: .zero)
    #expect(job.outcome == nil)
    job.finish(within: .zero)
    store.letGo()
    try wakeSource.waitForWake()
    #expect(job.outcome != nil)
  }

  @Test func `P8 can be waited for, also twice and when it is done`() throws {
    let folder = try TemporaryFolder()
    let vault = PasswordVault(folder: "\(folder.path)/tactile")
    let job = SaveJob(
      secret("Passw0rd!"), in: vault, replacing: nil, wakeSource: try WakeSource())
    job.finish()
    #expect(job.outcome == .saved())
    job.finish()
    let isRight = try vault.verify(secret("Passw0rd!"))
    #expect(isRight)
  }
}

/// What has less memory than it wants.
private struct ShortOfMemory: VerifierStore {
  let cost = Verifier.Cost.moderate

  func store(
    _ password: borrowing SecureText, replacing fault: StoredFault?
  ) throws(VaultError) -> Verifier.Cost { .interactive }

  func compare(_ password: borrowing SecureText) throws(VaultError) -> Comparison {
    throw .outOfMemory
  }
}
