import Motion
import Scene

/// A rule by which a group sets the positions of its controls. A layout takes one pass: each control
/// receives a position and a width, and determines its own height.
public struct Arrangement: Sendable {
  /// Sets the positions of the controls, and returns their bounding rectangle.
  let layOut: @Sendable (_ controls: [any SharedColumnControl], Point, Double, Environment, Instant) -> Rect

  /// An arrangement in which the owner of the group lays out all controls itself, also those that `add` adds. A control
  /// that it does not lay out has an empty frame.
  public static let manual = Arrangement { controls, origin, width, _, _ in
    let start = Rect(origin: origin, size: Size(width: width, height: 0))
    return controls.lazy.map(\.frame).filter { !$0.isEmpty }.reduce(start) { $0.hull(with: $1) }
  }

  /// Returns an arrangement from top to bottom. Each control has the available width.
  ///
  /// - Parameters:
  ///   - spacing: The distance between controls, in logical pixels.
  ///   - padding: The distance from the edges of the group, in logical pixels.
  public static func column(spacing: Double = 12, padding: Double = 0) -> Arrangement {
    Arrangement { controls, origin, width, environment, now in
      let left = environment.snapped(origin.x + padding)
      let innerWidth = max(0, origin.x + width - padding - left)
      var top = origin.y + padding
      for (index, control) in controls.enumerated() {
        if index > 0 { top += spacing }
        top = environment.snapped(top)
        control.layOut(at: Point(x: left, y: top), width: innerWidth, at: now)
        top = control.frame.maxY
      }
      return Rect(origin: origin, size: Size(width: width, height: top + padding - origin.y))
    }
  }

  /// Returns an arrangement from the leading to the trailing edge, vertically centered. Each control
  /// uses only the width that it needs.
  ///
  /// - Parameter spacing: The distance between controls, in logical pixels.
  public static func row(spacing: Double = 12) -> Arrangement {
    Arrangement { controls, origin, width, environment, now in
      var left = origin.x
      for control in controls {
        control.layOutInRow(at: Point(x: left, y: origin.y), to: origin.x + width, at: now)
        left = environment.snapped(control.frame.maxX + spacing)
      }
      let height = controls.reduce(0) { max($0, $1.frame.height) }
      for control in controls {
        let frame = control.frame
        let position = Point(x: frame.minX, y: environment.snapped(origin.y + (height - frame.height) / 2))
        control.layOutInRow(at: position, to: origin.x + width, at: now)
      }
      return Rect(origin: origin, size: Size(width: width, height: height))
    }
  }

  /// Returns an arrangement at the trailing edge, as of the buttons of a dialog: a row or, if it is too wide, a
  /// column.
  ///
  /// The controls are laid out with an infinite width first, to determine the widths that they prefer.
  ///
  /// - Parameter spacing: The distance between controls, in logical pixels.
  public static func trailingRow(spacing: Double = 12) -> Arrangement {
    Arrangement { controls, origin, width, environment, now in
      let right = origin.x + width
      var bounds = row(spacing: spacing).layOut(controls, origin, .infinity, environment, now)
      let rowEnd = controls.last?.frame.maxX ?? origin.x
      let isRow = rowEnd <= right
      if !isRow { bounds = column(spacing: spacing).layOut(controls, origin, width, environment, now) }
      for control in controls {
        let frame = control.frame
        let space = max(0, right - (isRow ? rowEnd : frame.maxX))
        // Rounded down, so that the last control keeps its width.
        let left = environment.snapped(frame.minX - environment.snappedUp(-space))
        control.layOutInRow(at: Point(x: left, y: frame.minY), to: right, at: now)
      }
      return Rect(origin: origin, size: Size(width: width, height: bounds.height))
    }
  }
}

extension SharedColumnControl {
  /// Lays out the control with the width up to the right edge of a row, or less if it needs less.
  fileprivate func layOutInRow(at origin: Point, to right: Double, at now: Instant) {
    layOut(at: origin, width: min(max(0, right - origin.x), maximumWidth), at: now)
  }
}
