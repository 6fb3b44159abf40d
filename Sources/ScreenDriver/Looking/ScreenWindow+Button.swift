public import Scene

extension ScreenWindow {
  /// Watches the floating button as closely as there is time for, several times a frame.
  ///
  /// To be quick it looks around the place where the button was last, and elsewhere only where it
  /// has gone.
  ///
  /// - Parameter color: The red of a theme, or its green once it was tapped.
  /// - Returns: Every sighting in order; none for moments at which it was not to be seen.
  /// - Throws: `noWindow`.
  public func watchButton(
    _ color: Color, for duration: Duration
  ) throws(ScreenDriverError) -> [ButtonSighting] {
    let frame = try frame()
    let window = PixelRect(x: 0, y: 0, width: frame.width, height: frame.height)
    let start = ContinuousClock.now
    var sightings: [ButtonSighting] = []
    var part = window
    while start.duration(to: .now) < duration {
      let before = start.duration(to: .now)
      let picture = try screenshot(of: part)
      let time = (before + start.duration(to: .now)) / 2
      let seen = picture.floatingButton(color).map { $0.moved(x: part.x, y: part.y) }
      if let seen, seen.isWhole(in: part, of: window) {
        sightings.append(ButtonSighting(time: time, frame: seen))
        part = seen.outset(by: Self.reach(after: sightings)).intersection(window)
        Deadline(after: .milliseconds(1)).wait()
      } else {
        part = window
      }
    }
    return sightings
  }

  /// How far the button may get before the next look, in device pixels: a little from rest, and as
  /// far again as it came in the last few looks.
  private static func reach(after sightings: [ButtonSighting]) -> Int {
    let recent = sightings.suffix(8)
    guard let first = recent.first?.frame.center, let last = recent.last?.frame.center else {
      return 48
    }
    return 48 + max(abs(last.x - first.x), abs(last.y - first.y))
  }
}

extension PixelRect {
  /// Whether it lies inside a part of a window without touching its sides, but for those that are
  /// the window's own.
  fileprivate func isWhole(in part: PixelRect, of window: PixelRect) -> Bool {
    (x > part.x || part.x == window.x) && (y > part.y || part.y == window.y)
      && (maxX < part.maxX || part.maxX == window.maxX)
      && (maxY < part.maxY || part.maxY == window.maxY)
  }

  fileprivate func moved(x dx: Int, y dy: Int) -> PixelRect {
    PixelRect(x: x + dx, y: y + dy, width: width, height: height)
  }
}
