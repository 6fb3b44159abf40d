/// A reference-counted byte array that several transfers share.
final class SharedBytes {
  let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }
}
