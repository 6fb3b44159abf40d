/// Why a display could not be driven.
public enum ScreenDriverError: Error, Equatable {
  /// A program that must be there is not, or may not be run.
  case cannotStart(program: String, reason: String)
  /// Something did not come about in time.
  case timedOut(waitingFor: String)
  /// A child came to its end before it did what it was started for.
  case endedEarly(program: String, output: String)
  /// No X server answers under that name.
  case cannotConnect(display: String)
  /// A file could not be read, written or made.
  case file(path: String, reason: String)
  /// The window is gone or not on the screen.
  case noWindow(String)
  /// The display has no such device.
  case noDevice(String)
  /// No key can be made to type this.
  case cannotType(String)
  /// What was looked for is not in the picture.
  case notSeen(String)
}

extension ScreenDriverError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .cannotStart(let program, let reason): "cannot start \(program): \(reason)"
    case .timedOut(let what): "waited in vain for \(what)"
    case .endedEarly(let program, let output): "\(program) ended too early: \(output)"
    case .cannotConnect(let display): "no X server answers at \(display)"
    case .file(let path, let reason): "\(path): \(reason)"
    case .noWindow(let what): "no window: \(what)"
    case .noDevice(let what): "no device: \(what)"
    case .cannotType(let what): "no key types \(what)"
    case .notSeen(let what): "not to be seen: \(what)"
    }
  }
}
