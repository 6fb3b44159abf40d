/// Marshals values in the D-Bus format, in little-endian order.
struct DBusWriter {
  private(set) var data: [UInt8] = []

  mutating func align(to boundary: Int) { while data.count % boundary != 0 { data.append(0) } }

  mutating func byte(_ value: UInt8) { data.append(value) }

  mutating func word(_ value: UInt32) {
    align(to: 4)
    withUnsafeBytes(of: value.littleEndian) { data += $0 }
  }

  mutating func double(_ value: Double) {
    align(to: 8)
    withUnsafeBytes(of: value.bitPattern.littleEndian) { data += $0 }
  }

  mutating func string(_ text: String) {
    word(UInt32(text.utf8.count))
    data += text.utf8
    data.append(0)
  }

  mutating func signature(_ text: String) {
    data.append(UInt8(text.utf8.count))
    data += text.utf8
    data.append(0)
  }

  /// - Parameter boundary: The alignment of the elements.
  mutating func array(alignedTo boundary: Int, _ elements: (inout DBusWriter) -> Void) {
    word(0)
    let index = data.count - 4
    align(to: boundary)
    let start = data.count
    elements(&self)
    let count = UInt32(data.count - start)
    withUnsafeBytes(of: count.littleEndian) { data.replaceSubrange(index..<index + 4, with: $0) }
  }

  mutating func append(_ bytes: [UInt8]) { data += bytes }
}
