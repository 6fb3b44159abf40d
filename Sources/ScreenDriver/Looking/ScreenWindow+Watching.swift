public import Scene

extension ScreenWindow {
  /// Looks at the window until there is something to be seen.
  ///
  /// A picture on a screen sends no event when it changes, so this looks again twice a frame.
  ///
  /// - Parameter what: Named in the error, as in "the green button".
  /// - Returns: What `find` made of the first picture that satisfied it.
  /// - Throws: `timedOut`, `noWindow`.
  public func see<Sight>(
    _ what: String, within duration: Duration = .patience, in part: PixelRect? = nil,
    _ find: (Screenshot) -> Sight?
  ) throws(ScreenDriverError) -> Sight {
    try Deadline(after: duration).poll(for: what, every: Self.halfFrame) {
      () throws(ScreenDriverError) in
      find(try screenshot(of: part))
    }
  }

  /// Between looks, each of which copies the whole picture: more of them would take the time from the
  /// program that is looked at.
  private static let halfFrame = Duration.milliseconds(8)

  /// How often a picture must be the same, besides how long: where the whole machine stands still
  /// for a while, time passes and nothing can have changed.
  private static let looks = 10

  /// Looks at the window until it has stayed the same for a while.
  ///
  /// - Parameters:
  ///   - pause: For how long; shorter than the caret stays on (0.4 s), or it never comes.
  /// - Throws: `timedOut`, `noWindow`.
  public func stillScreenshot(
    for pause: Duration = .milliseconds(150), within duration: Duration = .patience
  ) throws(ScreenDriverError) -> Screenshot {
    var last = try screenshot()
    var (since, looks) = (Deadline(after: pause), 0)
    return try Deadline(after: duration).poll(
      for: "the window to come to rest", every: pause / (2 * Self.looks)
    ) { () throws(ScreenDriverError) in
      let next = try screenshot()
      looks += 1
      if next != last {
        last = next
        (since, looks) = (Deadline(after: pause), 0)
      }
      return since.hasPassed && looks >= Self.looks ? last : nil
    }
  }

  /// Films what moves, in as many pictures as there is time for, from the last before it begins to
  /// the first at rest.
  ///
  /// - Parameter pause: For how long it is still at rest.
  /// - Throws: `timedOut`, `noWindow`.
  public func film(
    of part: PixelRect? = nil, until pause: Duration = .milliseconds(150),
    within duration: Duration = .patience
  ) throws(ScreenDriverError) -> [Screenshot] {
    var pictures = [try screenshot(of: part)]
    var (rest, looks): (Deadline?, Int) = (nil, 0)
    return try Deadline(after: duration).poll(for: "a motion and its end") {
      () throws(ScreenDriverError) in
      let next = try screenshot(of: part)
      looks += 1
      if next != pictures.last {
        pictures.append(next)
        (rest, looks) = (Deadline(after: pause), 0)
      }
      return rest?.hasPassed == true && looks >= Self.looks ? pictures : nil
    }
  }
}
