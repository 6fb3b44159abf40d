import ArgumentParser

/// The options under their earlier names, which are accepted until 0.3.0.
struct DeprecatedOptions: ParsableArguments {
  @Option(help: .hidden) var keys: ControlArrowOption?
  @Flag(help: .hidden) var grab = false
  @Option(parsing: .unconditional, help: .hidden) var revealTime: TimeoutOption?
  @Option(parsing: .unconditional, help: .hidden) var clipboardTime: TimeoutOption?
  /// Ignored: session managers restart programs with the command of an earlier version.
  @Option(name: .customLong("sm-client-id"), parsing: .unconditional, help: .hidden) var sessionID: String?

  /// The current names of the options with a value, by their earlier names.
  static let currentNames = [
    "--keys": "--control-arrow", "--reveal-time": "--reveal-timeout",
    "--clipboard-time": "--clipboard-timeout",
  ]
}
