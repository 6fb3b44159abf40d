import ArgumentParser
import Policies
import Secrets

/// The predefined policies.
enum PolicyPreset {
  // Created on demand, because a blocklist takes time.
  private static let all: [(name: String, policy: @Sendable () -> PasswordPolicy)] = [
    ("default", { .default }), ("original-6", { .original6 }), ("original-8", { .original8 }),
    ("nist", { .nist }),
  ]

  /// The names of all presets: "default, original-6, original-8, nist".
  static let names = all.map(\.name).joined(separator: ", ")

  static func policy(named name: String) -> PasswordPolicy? { all.first { $0.name == name }?.policy() }
}

/// The options that select the requirements of a password: `--policy` and `--blocklist`.
struct PolicyOptions: ParsableArguments {
  // The completion lists no presets: the parser supports either fixed words or files. Files from `.custom`
  // are not an alternative, because bash would execute commands in their names (`compgen -W`).
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Password policy: one of \(PolicyPreset.names), or the path of a policy file.",
      valueName: "POLICY"),
    completion: .file())
  var policy = "default"

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Blocklist file with one blocked password per line. Adds to the policy.",
      valueName: "FILE"),
    completion: .file())
  var blocklist: String?

  /// Returns the selected policy, read from its files.
  ///
  /// - Throws: A `ValidationError` if a file cannot be read, or a `ConfigurationFileError` about its content.
  func passwordPolicy() throws -> PasswordPolicy {
    let policy = try basePolicy()
    guard let blocklist else { return policy }
    do throws(ConfigurationFileError) {
      return policy.blocking(try BlocklistFile.blocklist(at: blocklist))
    } catch {
      let remedy = "use the path of a file with one blocked password per line"
      throw Self.readingError(error, of: "--blocklist", remedy: remedy)
    }
  }

  /// Returns the preset with the given name, or else reads the file at that path.
  private func basePolicy() throws -> PasswordPolicy {
    if let preset = PolicyPreset.policy(named: policy) { return preset }
    do throws(ConfigurationFileError) {
      return try PolicyFile.policy(at: policy)
    } catch {
      let remedy = "use one of \(PolicyPreset.names), or the path of a policy file"
      throw Self.readingError(error, of: "--policy", remedy: remedy)
    }
  }

  /// Returns an error that names the option if the file as a whole cannot be read.
  ///
  /// - Parameter remedy: The text that follows if the file does not exist.
  private static func readingError(
    _ error: ConfigurationFileError, of option: String, remedy: String
  ) -> any Error {
    guard error.concernsWholeFile else { return error }
    let end = error.isNotFound ? "; \(remedy)" : ""
    return ValidationError("cannot read \(option) file '\(error.path)': \(error.message)\(end)")
  }
}
