import ArgumentParser
import PasswordForm
import Secrets
import System

/// `tactile verify`: verifies a password against the hash that the form stored.
struct VerifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract:
      "Reads a password from standard input and verifies it against the stored password hash.",
    discussion: """
      Reads up to the end of the input, or one line without echo from a terminal.

      Exit status:
        0  The password matches.
        1  The password does not match, or it cannot be compared.
        2  A usage error: an invalid option.
      """)

  @OptionGroup var storageOptions: StorageOptions

  func run() throws {
    ProcessHardening.preventInspection()
    defer { if let warning = LockedMemoryAllocator.warning { StandardError.print(warning) } }
    let password = try StandardInput.password()
    let store = storageOptions.storage.store { isPrompting in
      if isPrompting { StandardError.print("The keyring shows a prompt. Answer it to continue.") }
    }
    guard let store else {
      StandardError.print(PasswordHashStorage.noStoreMessage)
      throw ExitCode(ExitStatus.failure)
    }
    throw ExitCode(Self.verify(password, in: store) ? ExitStatus.success : ExitStatus.failure)
  }

  /// Returns whether the password matches. Writes errors and warnings to standard error.
  private static func verify(
    _ password: borrowing SecureText, in store: any PasswordHashStore
  ) -> Bool {
    do throws(PasswordStoreError) {
      let result = try store.compare(password)
      for warning in result.warnings { StandardError.print(warning.message) }
      return result.isMatch
    } catch {
      StandardError.print(error.message)
      return false
    }
  }
}
