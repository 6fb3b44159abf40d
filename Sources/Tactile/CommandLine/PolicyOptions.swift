import ArgumentParser
import Policies
import Secrets

/// The policies that have a name.
enum PolicyPreset: String, CaseIterable {
  case `default`, seed0, seed2, nist

  var policy: PasswordPolicy {
    switch self {
    case .default: .default
    case .seed0: .seed0
    case .seed2: .seed2
    case .nist: .nist
    }
  }

  /// As in "default, seed0, seed2, nist".
  static let names = allCases.map(\.rawValue).joined(separator: ", ")
}

/// `--policy` and `--blocklist`
struct PolicyOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "What a password must be: \(PolicyPreset.names), or a file that says it.",
      valueName: "POLICY"))
  var policy = PolicyPreset.default.rawValue

  @Option(
    help: ArgumentHelp("What no password may be besides, one a line.", valueName: "FILE"))
  var blocklist: String?

  /// Whether nothing is asked for.
  var isUntouched: Bool { policy == PolicyPreset.default.rawValue && blocklist == nil }

  /// What is asked for, read from its files.
  ///
  /// - Throws: `PolicyFileError`, or a `ValidationError` where there is no such policy.
  func passwordPolicy() throws -> PasswordPolicy {
    let policy = try basePolicy()
    return try blocklist.map { policy.refusing(try BlocklistFile.blocklist(at: $0)) } ?? policy
  }

  /// A preset goes before a file of that name.
  private func basePolicy() throws -> PasswordPolicy {
    if let preset = PolicyPreset(rawValue: policy) { return preset.policy }
    do throws(PolicyFileError) {
      return try PolicyFile.policy(at: policy)
    } catch {
      guard error.isOfWholeFile else { throw error }
      throw ValidationError("--policy \(error) Allowed: \(PolicyPreset.names), or a file.")
    }
  }
}
