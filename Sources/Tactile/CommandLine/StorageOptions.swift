import ArgumentParser

/// Where passwords are kept.
enum StorageChoice: Hashable {
  case file, keyring
}

/// `--secret-service`
struct StorageOptions: ParsableArguments {
  @Flag(help: "Keep what recognises the password in the desktop's keyring instead of a file.")
  var secretService = false

  var choice: StorageChoice { secretService ? .keyring : .file }
}
