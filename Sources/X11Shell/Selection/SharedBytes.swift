/// Bytes that all who send them have in common.
final class SharedBytes {
  let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }
}
