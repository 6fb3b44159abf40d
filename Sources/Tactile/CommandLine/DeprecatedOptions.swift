import ArgumentParser

/// The options under their names before 0.2, which are accepted for one more release.
struct DeprecatedOptions: ParsableArguments {
  @Option(help: .hidden) var keys: ControlArrowOption?
  @Flag(help: .hidden) var grab = false
  @Option(help: .hidden) var revealTime: TimeoutOption?
  @Option(help: .hidden) var clipboardTime: TimeoutOption?
}
