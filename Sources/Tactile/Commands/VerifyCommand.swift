import ArgumentParser
import Secrets

/// `tactile verify`: compares a password with the one that the form stored.
struct VerifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Read a password on standard input, and compare it with the stored one.",
    discussion: "The exit status is 0 where it is the same, 1 otherwise.")

  @ParentCommand var window: TactileCommand

  @OptionGroup var storage: StorageOptions

  func validate() throws {
    try window.refuseOptions(of: "verify")
    guard window.passwords.isUntouched else {
      throw ValidationError("'verify' judges nothing, and takes neither --policy nor --blocklist.")
    }
  }

  func run() throws {
    ProcessSecrecy.begin()
    defer { if let remark = LockedMemory.remark { StandardError.print(remark) } }
    let password = try StandardInput.password()
    guard let store = Program.store(storage.choice) else {
      StandardError.print("There is no place for a password: set HOME or XDG_DATA_HOME.")
      throw ExitCode(ExitStatus.failure)
    }
    throw ExitCode(Self.verify(password, in: store) ? ExitStatus.success : ExitStatus.failure)
  }

  /// Whether it is the stored one; what keeps that from being known is said on standard error.
  private static func verify(
    _ password: borrowing SecureText, in store: any VerifierStore
  ) -> Bool {
    do throws(VaultError) {
      let comparison = try store.compare(password)
      for remark in comparison.remarks { StandardError.print(remark) }
      return comparison.isSame
    } catch {
      StandardError.print(error.message)
      return false
    }
  }
}
