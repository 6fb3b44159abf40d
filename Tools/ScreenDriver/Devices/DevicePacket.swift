/// A packet for the driver, in the layout of its C structures.
struct DevicePacket {
  /// The maximum number of axes of a device.
  private static let maximumAxisCount = 64

  private var body: [UInt8] = []
  private let type: InputDevice.EventType

  init(_ type: InputDevice.EventType) { self.type = type }

  /// The packet with its header, which contains the length and the type.
  var bytes: [UInt8] {
    var header = DevicePacket(type)
    header.append(UInt32(8 + body.count), type.rawValue)
    return header.body + body
  }

  mutating func append<each Number: FixedWidthInteger>(_ numbers: repeat each Number) {
    for number in repeat each numbers { withUnsafeBytes(of: number.littleEndian) { body += $0 } }
  }

  /// Appends the values of axes by their numbers (`xf86ITValuatorData`): a flag for unaccelerated
  /// values, the mask of given axes, the values, the unaccelerated values.
  mutating func append(axes values: [Int: Double]) {
    var mask: UInt64 = 0
    for axis in values.keys { mask |= 1 << UInt64(axis) }
    append(UInt32(0))
    withUnsafeBytes(of: mask.littleEndian) { body += $0 }
    append(UInt32(0))
    for axis in 0..<Self.maximumAxisCount { append((values[axis] ?? 0).bitPattern) }
    for _ in 0..<Self.maximumAxisCount { append(UInt64(0)) }
  }
}
