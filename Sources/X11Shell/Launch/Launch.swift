import Glibc

/// The startup notification id and session parameters from the environment.
///
/// Both may be missing: a program started from a shell has no startup id and usually no session.
public struct Launch: Sendable {
  /// The startup id, or `nil` if no launcher waits for the window.
  let startupID: StartupID?
  /// The session parameters, or `nil` without a session manager.
  let session: SessionInvitation?

  /// A start without a launcher and without a session.
  public static let byHand = Launch(startupID: nil, session: nil)

  /// Reads the values for this process and removes its ids from the environment, so that no child
  /// process inherits them.
  ///
  /// Call it before any thread starts: the environment has no lock.
  ///
  /// - Parameter sessionID: The id by which a session manager that restarts the program knows it.
  public static func fromEnvironment(sessionID: String?) -> Launch {
    let autostartID = take("DESKTOP_AUTOSTART_ID")
    return Launch(
      startupID: take("DESKTOP_STARTUP_ID").flatMap { StartupID($0) },
      session: SessionInvitation(addresses: value("SESSION_MANAGER"), previousID: sessionID ?? autostartID))
  }

  private static func value(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

  private static func take(_ name: String) -> String? {
    defer { unsetenv(name) }
    return value(name)
  }
}
