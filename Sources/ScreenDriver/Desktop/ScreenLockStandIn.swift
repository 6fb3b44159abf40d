/// Stands in for the program that locks a desktop's screen, on a bus of one's own.
///
/// It hides nothing: what is tested is who believes it.
public struct ScreenLockStandIn: ~Copyable {
  private let line: BusLine

  /// Connects.
  ///
  /// - Throws: As the bus fails.
  public init(on bus: borrowing SessionBusProcess) throws(ScreenDriverError) {
    line = try BusLine(at: bus.path)
  }

  /// Tells all programs whether the screen is locked.
  ///
  /// - Parameter desktop: As the signal's interface names it, as in `gnome`.
  /// - Throws: As the bus fails.
  public func say(
    isActive: Bool, as desktop: String = "freedesktop"
  ) throws(ScreenDriverError) {
    var body = BusWriter()
    body.word(isActive ? 1 : 0)
    try line.send(
      .signal,
      [
        .path("/org/\(desktop)/ScreenSaver"), .interface("org.\(desktop).ScreenSaver"),
        .member("ActiveChanged"), .signature("b"),
      ], body.data)
  }
}
