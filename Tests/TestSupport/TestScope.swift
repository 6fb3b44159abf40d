import Glibc
public import ScreenDriver
public import Testing

/// The part of the tests that a run contains.
public enum TestScope {
  /// Whether the run contains all tests and all cases. `./run.sh test` without `--all` sets the environment variable
  /// `TACTILE_TEST_SCOPE` to `common`, and then contains the tests of what most users do on most machines.
  public static let isComplete: Bool = getenv("TACTILE_TEST_SCOPE").map { String(cString: $0) } != "common"

  /// The words with which the reason of a test begins that only complete runs contain.
  public static let onlyInAllPrefix = "only in './run.sh test --all'"
}

extension Trait where Self == ConditionTrait {
  /// Skips a test, with the reason, if the machine does not satisfy a requirement, or if only `./run.sh test --all` does.
  public static func needs(_ requirement: TestRequirement) -> Self {
    guard TestScope.isComplete || requirement.isCommon else { return onlyInAll("rare requirement") }
    return .enabled(if: requirement.isEnabled, "\(requirement.skipMessage)")
  }

  /// Skips a test unless the run contains all tests. `Contributing.md` lists these tests by module.
  ///
  /// - Parameter reason: Why the test is not worth its time in each run. `scripts/run-tests.py` does not count a test
  ///   as skipped if the text of the event contains the words before the reason.
  public static func onlyInAll(_ reason: String) -> Self {
    .enabled(if: TestScope.isComplete, "\(TestScope.onlyInAllPrefix): \(reason)")
  }
}

extension TestRequirement {
  /// Whether `./run.sh test` installs it: a program that most users have, not one for a rare device or desktop.
  var isCommon: Bool {
    switch self {
    case .clipboard, .openSSH, .git, .sudo, .gnuPG, .systemdQuestions, .keyring: true
    case .windowManager(let manager): manager == .openbox
    case .accessibility, .devices, .orca, .untrustedCookie, .outputs, .inputMethod, .inputMethodEngine,
      .program, .polkit,
      .memory:
      false
    }
  }
}

extension [WindowManager] {
  /// The window managers of the run: all, or openbox only.
  public var inScope: [WindowManager] { TestScope.isComplete ? self : filter { $0 == .openbox } }
}

/// Returns the seeds of a random test. A run with the common tests has a quarter of them, at most four.
public func seeds(_ count: Int) -> Range<Int> { 0..<(TestScope.isComplete ? count : min((count + 3) / 4, 4)) }

/// Returns the cases of an exhaustive test. A run with the common tests has the first ones only.
public func cases<Case>(_ all: [Case], common count: Int = 2) -> [Case] {
  TestScope.isComplete ? all : Array(all.prefix(count))
}
