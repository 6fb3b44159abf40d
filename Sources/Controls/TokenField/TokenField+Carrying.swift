public import Motion
import Scene

// Carrying tokens to another place, in the field or out of the window.
extension TokenField {
  mutating func pickUp(
    _ index: Int, by press: PointerPress, to point: Point, at now: Instant
  ) -> Response<Action> {
    guard index < count, let frame = frame(ofUnit: index, at: now) else { return .handled() }
    // Where it has moved from under the pointer, that holds it by its middle.
    let hold = frame.contains(press.position) ? press.position : frame.center
    let picture = frame.offset(by: .zero - hold)
    grip = .carrying(
      Carried(
        pointer: point, picture: picture, index: index,
        count: editor.selectedCounts.tokens, isTouch: press.isTouch))
    return carry(to: point, at: now)
  }

  mutating func carry(to point: Point, at now: Instant) -> Response<Action> {
    dropGap = place(at: clampedToSight(point), at: now)
    return .handled()
  }

  mutating func drop(_ carried: Carried, at now: Instant) -> Response<Action> {
    guard let gap = dropGap?.gap else { return .handled() }
    dropGap = nil
    if let place = frame(ofUnit: carried.index, at: now), !environment.reducesMotion,
      let id = editor.units[carried.index].token?.id
    {
      // From where it was carried it goes on to its place.
      let seen = carried.picture.origin + (carried.pointer - .zero)
      motions.move(id, by: seen - place.origin, at: now, environment)
    }
    return change(at: now) { $0.editor.moveSelected(to: gap) }
  }

  /// Whether the pointer, which is pressed, carries tokens within the field's own window, and could
  /// carry them out.
  public var isCarrying: Bool {
    if case .carrying(let carried) = grip { !carried.isTouch } else { false }
  }

  /// Hands over what the pointer carries, since it has left the window; what becomes of it is told by
  /// `DataEvent`. The pointer's release will not be heard.
  public mutating func carryOut(at now: Instant) -> [Action] {
    guard isCarrying else { return [] }
    (grip, dropGap) = (.carryingOut, nil)
    return [.beginDrag(editor.selectedData)]
  }

  /// Puts what was carried out of the window, and back, where it was dropped.
  mutating func dropOwn(at now: Instant) -> Response<Action> {
    let gap = dropGap?.gap
    endGrip(at: now)
    guard let gap else { return .handled() }
    return change(at: now) { $0.editor.moveSelected(to: gap) }
  }
}
