import ArgumentParser

/// The storage of the password hash.
enum PasswordHashStorage: Hashable {
  case file, keyring
}

/// The option that selects the storage of the password hash: `--secret-service`.
struct StorageOptions: ParsableArguments {
  @Flag(help: "Use the desktop keyring instead of a file for the password hash.")
  var secretService = false

  var storage: PasswordHashStorage { secretService ? .keyring : .file }
}
