public import Scene

extension ScreenWindow {
  /// Observes the floating button at the highest possible rate, several times per frame.
  ///
  /// For speed, only the area around the last position is captured. If the button is not there, the
  /// whole window is captured.
  ///
  /// - Parameter color: The red of a theme, or its green after the button was tapped.
  /// - Returns: All observations in order, without the times at which the button was not visible.
  /// - Throws: `noWindow`.
  public func observeButton(_ color: Color, for duration: Duration) throws(ScreenDriverError)
    -> [ButtonObservation]
  {
    let frame = try frame()
    let window = PixelRect(x: 0, y: 0, width: frame.width, height: frame.height)
    let start = ContinuousClock.now
    var observations: [ButtonObservation] = []
    var part = window
    while start.duration(to: .now) < duration {
      let startTime = start.duration(to: .now)
      let picture = try screenshot(of: part)
      let time = (startTime + start.duration(to: .now)) / 2
      let found = picture.floatingButton(color).map { $0.moved(x: part.x, y: part.y) }
      if let found, found.isWhole(in: part, of: window) {
        observations.append(ButtonObservation(time: time, frame: found))
        part = found.outset(by: Self.expectedMovement(after: observations)).intersection(window)
        Deadline(after: .milliseconds(1)).wait()
      } else {
        part = window
      }
    }
    return observations
  }

  /// Returns the maximum expected movement until the next observation, in device pixels: a small
  /// distance from rest, plus the distance covered in the most recent observations.
  private static func expectedMovement(after observations: [ButtonObservation]) -> Int {
    let recent = observations.suffix(8)
    guard let first = recent.first?.frame.center, let last = recent.last?.frame.center else { return 48 }
    return 48 + max(abs(last.x - first.x), abs(last.y - first.y))
  }
}

extension PixelRect {
  /// Returns whether the rectangle lies inside a part of a window without touching the sides of the
  /// part, except those that are also sides of the window.
  fileprivate func isWhole(in part: PixelRect, of window: PixelRect) -> Bool {
    (x > part.x || part.x == window.x) && (y > part.y || part.y == window.y)
      && (maxX < part.maxX || part.maxX == window.maxX) && (maxY < part.maxY || part.maxY == window.maxY)
  }

  fileprivate func moved(x dx: Int, y dy: Int) -> PixelRect {
    PixelRect(x: x + dx, y: y + dy, width: width, height: height)
  }
}
