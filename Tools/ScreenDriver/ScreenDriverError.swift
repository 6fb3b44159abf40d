/// The reasons why a display could not be driven.
public enum ScreenDriverError: Error, Equatable {
  /// A required program is missing or must not be run.
  case cannotStart(program: String, reason: String)
  /// An awaited condition did not occur in time.
  case timedOut(waitingFor: String)
  /// A child process ended before it completed its task.
  case endedEarly(program: String, output: String)
  /// No X server replies under that name.
  case cannotConnect(display: String)
  /// The X server lacks a required extension.
  case missingExtension(String, display: String)
  /// All display numbers of the range are in use.
  case noFreeDisplayNumber(in: Range<Int>)
  /// A D-Bus call returned an error.
  case callFailed(String, reason: String)
  /// A system call failed. The first value is the action, for example "create a pipe".
  case systemCall(String, reason: String)
  /// A file could not be read, written or created.
  case file(path: String, reason: String)
  /// The window does not exist any longer or is not on the screen.
  case noWindow(String)
  /// The display has no such device.
  case noDevice(String)
  /// The keyboard has no such key, or no key can be mapped to this character.
  case cannotType(String)
  /// The screenshot does not contain the searched element.
  case notFound(String)
  /// The program behaves differently than expected.
  case unexpected(String)
}

extension ScreenDriverError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .cannotStart(let program, let reason): "cannot start \(program): \(reason)"
    case .timedOut(let what): "timed out waiting for \(what)"
    case .endedEarly(let program, let output): "\(program) exited too early: \(output)"
    case .cannotConnect(let display): "no X server replies at \(display)"
    case .missingExtension(let name, let display): "display \(display) has no \(name) extension"
    case .noFreeDisplayNumber(let numbers): "no free display number in \(numbers) for the proxy"
    case .callFailed(let call, let reason): "D-Bus call \(call) failed: \(reason)"
    case .systemCall(let action, let reason): "cannot \(action): \(reason)"
    case .file(let path, let reason): "cannot access \(path): \(reason)"
    case .noWindow(let what): "no window: \(what)"
    case .noDevice(let what): "no device: \(what)"
    case .cannotType(let what): "the keyboard cannot type \(what)"
    case .notFound(let what): "not visible: \(what)"
    case .unexpected(let what): what
    }
  }
}
