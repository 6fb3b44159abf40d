import ArgumentParser
import Controls
import Glibc
import Secrets

/// `tactile check`: judges a password as the form does.
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Read a password on standard input, and say what it lacks.",
    discussion: "The exit status is 0 where nothing is lacking, 1 otherwise.")

  @ParentCommand var window: TactileCommand

  @OptionGroup var passwords: PolicyOptions

  func validate() throws {
    try window.refuseOptions(of: "check")
    guard window.storage.choice == .file else {
      throw ValidationError("'check' looks up nothing, and takes no --secret-service.")
    }
  }

  /// Reads, judges and prints.
  ///
  /// - Throws: The exit status, also where nothing is lacking; what is wrong with a policy's file.
  func run() throws {
    ProcessSecrecy.begin()
    defer { if let remark = LockedMemory.remark { StandardError.print(remark) } }
    let policy = try passwords.passwordPolicy()
    let password = try StandardInput.password()
    let verdict = policy.evaluate(password, knowing: .here)
    for entry in verdict.entries { print(Self.line(of: entry)) }
    if !password.isEmpty {
      for line in Self.strength(of: password, by: policy) { print(line) }
    }
    if !password.isASCII { print("Other keyboards may type it differently.") }
    throw ExitCode(verdict.isMet ? ExitStatus.success : ExitStatus.failure)
  }

  /// What is said of a demand; of what would turn the line or control the terminal, a stand-in.
  static func line(of entry: PasswordPolicy.Verdict.Entry) -> String {
    let reason = entry.reason.map { ". \($0)" } ?? ""
    return DisplayText.displayed("\(entry.isMet ? "✓" : "✗") \(entry.line)\(reason)")
  }

  /// How strong it is, and what would make it stronger.
  private static func strength(
    of password: borrowing SecureText, by policy: PasswordPolicy
  ) -> [String] {
    if let known = policy.known(password, knowing: .here) { return lines(of: known.strength) }
    do throws(StrengthError) {
      return lines(of: try StrengthEstimator(knowing: .here).estimate(StrengthSubject(password)))
    } catch {
      return [error.message]
    }
  }

  private static func lines(of strength: PasswordStrength) -> [String] {
    [strength.line] + (strength.advice.map { [$0.line] } ?? [])
  }
}
