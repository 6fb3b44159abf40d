/// Encodes the settings that an XSETTINGS manager publishes ([XSETTINGS][1]).
///
/// [1]: https://specifications.freedesktop.org/xsettings-spec/latest/
public struct XSettingsEncoder {
  /// The value of a setting.
  public enum Value: Hashable, Sendable {
    case integer(Int32)
    case string(String)
    /// Red, green, blue and alpha.
    case color(UInt16, UInt16, UInt16, UInt16)
  }

  private let isBigEndian: Bool
  private var data: [UInt8] = []

  /// - Parameter serial: The serial number, which must differ at each change.
  private init(_ settings: [String: Value], serial: UInt32, isBigEndian: Bool) {
    self.isBigEndian = isBigEndian
    append(UInt8(isBigEndian ? 1 : 0))
    for _ in 0..<3 { append(UInt8(0)) }
    append(serial)
    append(UInt32(settings.count))
    for (name, value) in settings.sorted(by: { $0.key < $1.key }) { append(name, value, serial: serial) }
  }

  /// Returns the encoded settings.
  public static func bytes(_ settings: [String: Value], serial: UInt32 = 0, isBigEndian: Bool = false)
    -> [UInt8]
  { XSettingsEncoder(settings, serial: serial, isBigEndian: isBigEndian).data }

  private mutating func append(_ name: String, _ value: Value, serial: UInt32) {
    append(value.typeNumber)
    append(UInt8(0))
    append(UInt16(name.utf8.count))
    append(padded: name)
    append(serial)
    switch value {
    case .integer(let number): append(number)
    case .string(let text):
      append(UInt32(text.utf8.count))
      append(padded: text)
    case .color(let red, let green, let blue, let alpha):
      for component in [red, green, blue, alpha] { append(component) }
    }
  }

  private mutating func append(_ number: some FixedWidthInteger) {
    let ordered = isBigEndian ? number.bigEndian : number.littleEndian
    withUnsafeBytes(of: ordered) { data += $0 }
  }

  private mutating func append(padded text: String) {
    data += text.utf8
    while data.count % 4 != 0 { data.append(0) }
  }
}

extension XSettingsEncoder.Value {
  fileprivate var typeNumber: UInt8 {
    switch self {
    case .integer: 0
    case .string: 1
    case .color: 2
    }
  }
}
