import ArgumentParser
import Policies
import Secrets

/// The predefined policies.
enum PolicyPreset: String, CaseIterable {
  case `default`
  case original6 = "original-6"
  case original8 = "original-8"
  case nist

  /// Creates a preset from its name. Also accepts the names before 0.2.
  init?(name: String) {
    switch name {
    case "seed0": self = .original6
    case "seed2": self = .original8
    default: self.init(rawValue: name)
    }
  }

  var policy: PasswordPolicy {
    switch self {
    case .default: .default
    case .original6: .original6
    case .original8: .original8
    case .nist: .nist
    }
  }

  /// The names of all presets: "default, original-6, original-8, nist".
  static let names = allCases.map(\.rawValue).joined(separator: ", ")
}

/// `--policy` and `--blocklist`
struct PolicyOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Password policy: one of \(PolicyPreset.names), or the path of a policy file.",
      valueName: "POLICY"),
    completion: .file())
  var policy = PolicyPreset.default.rawValue

  @Option(
    help: ArgumentHelp(
      "Blocklist file with one forbidden password per line. Adds to the policy.",
      valueName: "FILE"),
    completion: .file())
  var blocklist: String?

  /// Whether both options have their default values.
  var isDefault: Bool { policy == PolicyPreset.default.rawValue && blocklist == nil }

  /// Returns the selected policy, read from its files.
  ///
  /// - Throws: `PolicyFileError`, or a `ValidationError` if the policy does not exist.
  func passwordPolicy() throws -> PasswordPolicy {
    let policy = try basePolicy()
    return try blocklist.map { policy.refusing(try BlocklistFile.blocklist(at: $0)) } ?? policy
  }

  /// Returns the preset with the given name, or else reads the file at that path.
  private func basePolicy() throws -> PasswordPolicy {
    if let preset = PolicyPreset(name: policy) { return preset.policy }
    do throws(PolicyFileError) {
      return try PolicyFile.policy(at: policy)
    } catch {
      guard error.concernsWholeFile else { throw error }
      throw ValidationError(
        "--policy: \(error). Use one of \(PolicyPreset.names), or the path of a policy file.")
    }
  }
}
