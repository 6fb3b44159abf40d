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
    return try Self.reading(
      "--blocklist", orElse: "use the path of a file with one blocked password per line"
    ) {
      () throws(ConfigurationFileError) in policy.blocking(try BlocklistFile.blocklist(at: blocklist))
    }
  }

  /// Returns the preset with the given name, or else reads the file at that path.
  private func basePolicy() throws -> PasswordPolicy {
    if let preset = PolicyPreset.policy(named: policy) { return preset }
    let remedy = "use one of \(PolicyPreset.names), or the path of a policy file"
    return try Self.reading("--policy", orElse: remedy) { () throws(ConfigurationFileError) in
      try PolicyFile.policy(at: policy)
    }
  }

  /// Reads a file. If it cannot be read as a whole, the error names the option.
  ///
  /// - Parameter remedy: The text that follows if the file does not exist.
  private static func reading(
    _ option: String, orElse remedy: String, _ read: () throws(ConfigurationFileError) -> PasswordPolicy
  ) throws -> PasswordPolicy {
    do throws(ConfigurationFileError) { return try read() } catch {
      guard error.concernsWholeFile else { throw error }
      let end = error.isNotFound ? "; \(remedy)" : ""
      throw ValidationError("cannot read \(option) file '\(error.path)': \(error.message)\(end)")
    }
  }
}
