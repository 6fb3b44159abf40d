import Glibc
import Secrets

/// What keeps no password, but waits for somebody until it is given up, or until it is let go.
final class WaitingStore: VerifierStore {
  let cost = Verifier.Cost.minimal
  /// Whether it waits on though it is given up.
  private let isStubborn: Bool
  /// A pipe, into which something is written when it is given up.
  private let ends: (reading: Int32, writing: Int32)

  init(isStubborn: Bool = false) {
    self.isStubborn = isStubborn
    var ends: [Int32] = [-1, -1]
    precondition(pipe(&ends) == 0, "there is no pipe")
    self.ends = (ends[0], ends[1])
  }

  deinit {
    close(ends.reading)
    close(ends.writing)
  }

  func store(
    _ password: borrowing SecureText, replacing fault: StoredFault?
  ) throws(VaultError) -> Verifier.Cost {
    var byte: UInt8 = 0
    _ = read(ends.reading, &byte, 1)
    throw .keyring(.givenUp)
  }

  func compare(_ password: borrowing SecureText) throws(VaultError) -> Comparison {
    throw .keyring(.givenUp)
  }

  let isPrompting = true

  func cancel() { if !isStubborn { letGo() } }

  func letGo() { _ = write(ends.writing, "x", 1) }
}
