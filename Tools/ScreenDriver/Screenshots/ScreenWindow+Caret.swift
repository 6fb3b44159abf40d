public import Scene

extension ScreenWindow {
  /// Returns the position of the caret after a key press.
  ///
  /// - Parameters:
  ///   - color: The blue of the theme.
  ///   - press: Presses the key.
  /// - Returns: The middle of the caret in device pixels from the left. `nil` if the caret does not
  ///   move.
  /// - Throws: The error of `press`, `timedOut`, `noWindow`.
  public func caret(_ color: Color, after press: () throws(ScreenDriverError) -> Void)
    throws(ScreenDriverError) -> Int?
  {
    let before = try screenshot()
    try press()
    // When it replies to the first ping, the program has handled the key. When it replies to the next one, it has
    // drawn the frame with the effect. The caret becomes visible in a few frames.
    for _ in 0..<6 {
      try ping()
      if let caret = try screenshot().caret(color, notIn: before) { return caret.center.x }
      Deadline(after: .milliseconds(20)).wait()
    }
    return nil
  }
}
