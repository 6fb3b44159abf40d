import CX11
import CXInput
import Scene

/// A pointer of the server's, with the scroll axes of the device that moved it last.
///
/// The axes count without end, whether or not the pointer is over the window: the difference between
/// two of their values is what was scrolled.
struct MasterPointer {
  private var axes: [ScrollAxis] = []
  /// Whether its touches are on the screen itself; on a touchpad they tell no place.
  private(set) var hasDirectTouch = true
  /// The serial number of the request that read the axes: what was told before it is in their values
  /// already.
  private let readAt: UInt

  /// - Parameters:
  ///   - classes: What the device can do, each of a type of its own.
  ///   - serial: 0 where the axes were read in the order of events.
  init(
    _ classes: UnsafeMutablePointer<UnsafeMutablePointer<XIAnyClassInfo>?>?, count: Int,
    readAt serial: UInt = 0
  ) {
    readAt = serial
    var values: [Int32: Double] = [:]
    for case let info? in UnsafeBufferPointer(start: classes, count: count) {
      let raw = UnsafeRawPointer(info)
      switch info.pointee.type {
      case XIValuatorClass:
        let valuator = raw.assumingMemoryBound(to: XIValuatorClassInfo.self).pointee
        values[valuator.number] = valuator.value
      case XIScrollClass:
        axes.append(
          ScrollAxis(raw.assumingMemoryBound(to: XIScrollClassInfo.self).pointee))
      case XITouchClass:
        let touch = raw.assumingMemoryBound(to: XITouchClassInfo.self).pointee
        hasDirectTouch = touch.mode == XIDirectTouch
      default: break
      }
    }
    for index in axes.indices { axes[index].value = values[axes[index].number] }
  }

  /// Whether it has axes, whose values are unknown after it was elsewhere.
  var scrollsSmoothly: Bool { !axes.isEmpty }

  /// Whether an event moves a scroll axis.
  func scrolls(by valuators: XIValuatorState) -> Bool {
    axes.contains { valuators[$0.number] != nil }
  }

  /// What an event says of scroll axes.
  enum Scroll: Hashable {
    /// It tells of none.
    case none
    /// It tells of some, but nothing new.
    case nothing
    /// In notches of a wheel, since the event before; none at all where all stand where they stood,
    /// by which drivers say that the finger was lifted.
    case notches(Vector)
  }

  /// What was scrolled since the event before.
  ///
  /// - Parameter serial: The event's.
  mutating func scroll(by valuators: XIValuatorState, serial: UInt) -> Scroll {
    var scroll = Scroll.none
    for index in axes.indices {
      guard let value = valuators[axes[index].number] else { continue }
      let step = serial < readAt ? nil : axes[index].move(to: value)
      switch (scroll, step) {
      case (.notches(let others), let step?): scroll = .notches(others + step)
      case (_, let step?): scroll = .notches(step)
      case (.none, nil): scroll = .nothing
      case (_, nil): break
      }
    }
    return scroll
  }

  /// Whether an axis tells too what a button of the wheel's tells.
  ///
  /// - Parameters:
  ///   - notch: What the button stands for.
  ///   - serial: The event's.
  func tells(_ notch: Vector, serial: UInt) -> Bool {
    serial >= readAt && axes.contains { $0.isHorizontal == (notch.dx != 0) }
  }
}

/// One way that a device scrolls.
private struct ScrollAxis {
  /// Of the valuator.
  let number: Int32
  let isHorizontal: Bool
  /// How much of the valuator is a notch of a wheel; negative where it counts the other way.
  private let increment: Double
  /// Where it stands; `nil` before that is known.
  var value: Double?

  init(_ info: XIScrollClassInfo) {
    number = info.number
    isHorizontal = info.scroll_type == XIScrollTypeHorizontal
    increment = info.increment
  }

  /// - Returns: How far it moved, in notches; `nil` where that can't be told.
  mutating func move(to value: Double) -> Vector? {
    guard let former = self.value else {
      self.value = value
      return nil
    }
    self.value = value
    let notches = (value - former) / increment
    guard notches.isFinite, notches != 0 || value == former else { return nil }
    return isHorizontal ? Vector(dx: notches, dy: 0) : Vector(dx: 0, dy: notches)
  }
}

extension XIValuatorState {
  /// The value of an axis; `nil` where the event says nothing of it. Values are packed: only those
  /// that the mask names are there.
  ///
  /// - Complexity: O(*n*) in the axes before it.
  subscript(number: Int32) -> Double? {
    guard isSet(number), let values else { return nil }
    return values[(0..<number).count(where: isSet)]
  }

  private func isSet(_ number: Int32) -> Bool {
    guard let mask, (0..<(8 * mask_len)).contains(number) else { return false }
    return mask[Int(number) / 8] & 1 << UInt8(number % 8) != 0
  }
}
