public import Scene

extension ScreenWindow {
  /// Where the caret goes when a key is pressed.
  ///
  /// - Parameters:
  ///   - color: The blue of the theme.
  ///   - press: Presses the key.
  /// - Returns: The middle of the caret in device pixels from the left, or `nil` where it stays.
  /// - Throws: What `press` throws, `timedOut`, `noWindow`.
  public func caret(
    _ color: Color, after press: () throws(ScreenDriverError) -> Void
  ) throws(ScreenDriverError) -> Int? {
    let before = try screenshot()
    try press()
    // Once it answers, the program has taken the key in, and shows it with its next frame.
    try ping()
    let deadline = Deadline(after: .milliseconds(200))
    while !deadline.hasPassed {
      if let caret = try screenshot().caret(color, gainedSince: before) { return caret.center.x }
      Deadline(after: .milliseconds(2)).wait()
    }
    return nil
  }
}
