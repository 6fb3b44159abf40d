import ArgumentParser
import Secrets

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
