import ArgumentParser
import Controls
import Glibc
import PasswordForm
import Scene
import Secrets
import System

/// `tactile check`: evaluates a password as the form does.
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Reads a password from standard input and reports unmet requirements.",
    discussion: """
      Reads up to the end of the input, or one line without echo from a terminal.

      Files:
      \(PolicyOptions.fileHelp)

      Exit status:
        0  All requirements are met.
        1  A requirement is not met, or reading or writing has failed.
        2  A usage error: an invalid option, policy file or blocklist.
      """)

  @OptionGroup var passwords: PolicyOptions

  /// Reads and evaluates the password and prints the result.
  ///
  /// - Throws: The exit status, also if all requirements are met, or the error of a policy file.
  func run() throws {
    ProcessHardening.preventInspection()
    defer { if let warning = LockedMemoryAllocator.warning { StandardError.print(warning) } }
    let policy = try passwords.passwordPolicy()
    let password = try StandardInput.password()
    let evaluation = policy.evaluate(password, personalWords: .current)
    for entry in evaluation.entries { StandardOutput.print(Self.line(of: entry)) }
    if !password.isEmpty {
      for line in Self.strength(of: password, by: policy) { StandardOutput.print(line) }
    }
    if !password.isASCII {
      StandardOutput.print("The password contains characters that other keyboard layouts may not have.")
    }
    throw ExitCode(evaluation.isMet ? ExitStatus.success : ExitStatus.failure)
  }

  /// Returns the line of a requirement. Characters that change the text direction or control the
  /// terminal are replaced.
  static func line(of entry: PasswordPolicy.Evaluation.Entry) -> String {
    let reason = entry.knownPassword.map { ". \(english(.known($0)))" } ?? ""
    return DisplaySanitizer.sanitized(
      "\(entry.isMet ? "✓" : "✗") \(english(.requirement(entry.requirement)))\(reason)")
  }

  /// Returns the strength of the password and the advice, one line each.
  private static func strength(
    of password: borrowing SecureText, by policy: PasswordPolicy
  ) -> [String] {
    if let match = policy.knownPassword(password, personalWords: .current) {
      return lines(of: match.strength)
    }
    do throws(StrengthError) {
      return lines(of: try StrengthEstimator(personalWords: .current).estimate(StrengthInput(password)))
    } catch {
      return [english(.noStrength(error))]
    }
  }

  private static func lines(of strength: PasswordStrength) -> [String] {
    [english(.strength(strength))] + (strength.advice.map { [english(.advice($0))] } ?? [])
  }

  private static func english(_ message: PasswordFormMessage) -> String {
    EnglishStrings.shared.text(message)
  }
}
