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
  /// A file could not be read, written or created.
  case file(path: String, reason: String)
  /// The window does not exist any longer or is not on the screen.
  case noWindow(String)
  /// The display has no such device.
  case noDevice(String)
  /// No key can be mapped to this character.
  case cannotType(String)
  /// The screenshot does not contain the searched element.
  case notFound(String)
}

extension ScreenDriverError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .cannotStart(let program, let reason): "cannot start \(program): \(reason)"
    case .timedOut(let what): "timed out waiting for \(what)"
    case .endedEarly(let program, let output): "\(program) exited too early: \(output)"
    case .cannotConnect(let display): "no X server replies at \(display)"
    case .file(let path, let reason): "\(path): \(reason)"
    case .noWindow(let what): "no window: \(what)"
    case .noDevice(let what): "no device: \(what)"
    case .cannotType(let what): "no key types \(what)"
    case .notFound(let what): "not visible: \(what)"
    }
  }
}
