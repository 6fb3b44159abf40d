import ArgumentParser

/// The storage of the password hash.
enum StorageOption: Hashable {
  case file, keyring
}

/// `--secret-service`
struct StorageOptions: ParsableArguments {
  @Flag(help: "Store the password hash in the desktop keyring instead of a file.")
  var secretService = false

  var choice: StorageOption { secretService ? .keyring : .file }
}
