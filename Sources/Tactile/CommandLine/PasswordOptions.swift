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
  /// The lines of the help about the format of policy files.
  static let fileHelp = """
      /usr/share/doc/tactile/Manual.md  The format of policy files, with an
                          example. That of ./run.sh install is in
                          ~/.local/share/doc/tactile.
    """

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
    let policy =
      try PolicyPreset.policy(named: self.policy)
      ?? Self.reading(
        "--policy", orElse: "use one of \(PolicyPreset.names), or the path of a policy file"
      ) { () throws(ConfigurationFileError) in try PolicyFile.policy(at: self.policy) }
    guard let blocklist else { return policy }
    return try Self.reading(
      "--blocklist", orElse: "use the path of a file with one blocked password per line"
    ) {
      () throws(ConfigurationFileError) in policy.blocking(try PolicyFile.blocklist(at: blocklist))
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

/// The storage of the password hash.
enum PasswordHashStorage: Hashable {
  case file, keyring

  /// The message for the case that there is no store.
  static let noStoreMessage = "Cannot determine the data directory. Set XDG_DATA_HOME or HOME."

  /// Returns the password store, or `nil` if the environment names no directory for it.
  ///
  /// - Parameter onPromptChange: Called on an arbitrary thread when a keyring prompt appears
  ///   (`true`) or closes (`false`).
  func store(onPromptChange: @escaping @Sendable (Bool) -> Void) -> (any PasswordHashStore)? {
    switch self {
    case .file: FilePasswordHashStore.standardDirectoryPath.map { FilePasswordHashStore(directoryPath: $0) }
    case .keyring: KeyringPasswordHashStore(onPromptChange: onPromptChange)
    }
  }
}

/// The option that selects the storage of the password hash: `--secret-service`.
struct StorageOptions: ParsableArguments {
  @Flag(help: "Use the desktop keyring instead of a file for the password hash.")
  var secretService = false

  var storage: PasswordHashStorage { secretService ? .keyring : .file }
}

/// The parser of `--generate`: the kind and length of password that the form generates first.
enum GenerateOption {
  /// The accepted counts. A fast computer can guess shorter passwords, and a user can hardly copy
  /// longer ones.
  private static let validCounts = (characters: 8...128, words: 3...32)

  /// The names of the kinds, without counts.
  static let kinds = ["characters", "words"]

  /// Parses a value of `--generate`, for example "words:6".
  ///
  /// - Throws: `ValidationError` with the valid values.
  static func parse(_ text: String) throws -> PasswordGenerator.Kind {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let count = parts.dropFirst().first.map { Int($0) ?? 0 }
    switch parts[0] {
    case "characters" where count.map(validCounts.characters.contains) ?? true:
      return count.map { .characters($0) } ?? .standardCharacters
    case "words" where count.map(validCounts.words.contains) ?? true:
      return count.map { .words($0) } ?? .standardWords
    default:
      throw ValidationError(
        "use 'characters' or 'words', optionally with a count: 'characters:8' to 'characters:128', "
          + "'words:3' to 'words:32'")
    }
  }
}
