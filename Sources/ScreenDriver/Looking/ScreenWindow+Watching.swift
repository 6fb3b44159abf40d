public import Scene

extension ScreenWindow {
  /// Looks at the window until there is something to be seen.
  ///
  /// A picture on a screen sends no event when it changes, so this looks again every few
  /// milliseconds.
  ///
  /// - Parameter what: Named in the error, as in "the green button".
  /// - Returns: What `find` made of the first picture that satisfied it.
  /// - Throws: `timedOut`, `noWindow`.
  public func see<Sight>(
    _ what: String, within duration: Duration = .seconds(5), in part: PixelRect? = nil,
    _ find: (Screenshot) -> Sight?
  ) throws(ScreenDriverError) -> Sight {
    try Deadline(after: duration).poll(for: what) { () throws(ScreenDriverError) in
      find(try screenshot(of: part))
    }
  }

  /// Looks at the window until it has stayed the same for a while.
  ///
  /// - Parameters:
  ///   - pause: For how long; shorter than the caret stays on (0.4 s), or it never comes.
  /// - Throws: `timedOut`, `noWindow`.
  public func stillScreenshot(
    for pause: Duration = .milliseconds(150), within duration: Duration = .seconds(5)
  ) throws(ScreenDriverError) -> Screenshot {
    var last = try screenshot()
    var since = Deadline(after: pause)
    return try Deadline(after: duration).poll(for: "the window to come to rest") {
      () throws(ScreenDriverError) in
      let next = try screenshot()
      if next != last {
        last = next
        since = Deadline(after: pause)
      }
      return since.hasPassed ? last : nil
    }
  }

  /// As many pictures as there is time for, one after the other.
  ///
  /// - Throws: `noWindow`.
  public func film(
    for duration: Duration, of part: PixelRect? = nil
  ) throws(ScreenDriverError) -> [Screenshot] {
    let deadline = Deadline(after: duration)
    var pictures: [Screenshot] = []
    while !deadline.hasPassed {
      pictures.append(try screenshot(of: part))
      Deadline(after: .milliseconds(2)).wait()
    }
    return pictures
  }
}
