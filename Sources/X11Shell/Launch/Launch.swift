import Glibc

/// Who has started the program, and what they want to hear of it.
///
/// Everything in it may be missing: a program started from a shell has neither a startup id nor, as
/// a rule, a session.
public struct Launch: Sendable {
  /// `nil` where no launcher waits for the window.
  let startupID: StartupID?
  /// `nil` where no session manager is there.
  let session: SessionInvitation?

  /// Started by nobody who waits for the window.
  public static let byHand = Launch(startupID: nil, session: nil)

  /// Takes from the environment what is meant for this process alone, so that no program that it
  /// starts takes it for its own.
  ///
  /// Call it before any thread starts: the environment has no lock.
  ///
  /// - Parameter sessionID: By which a session manager knew the program before it started it again.
  public static func fromEnvironment(sessionID: String?) -> Launch {
    let autostartID = take("DESKTOP_AUTOSTART_ID")
    return Launch(
      startupID: take("DESKTOP_STARTUP_ID").flatMap { StartupID($0) },
      session: SessionInvitation(
        addresses: value("SESSION_MANAGER"), previousID: sessionID ?? autostartID))
  }

  private static func value(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  private static func take(_ name: String) -> String? {
    defer { unsetenv(name) }
    return value(name)
  }
}
