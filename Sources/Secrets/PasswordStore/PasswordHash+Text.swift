import CSodium

extension PasswordHash {
  /// The hash as libsodium writes it: `$argon2id$v=19$m=262144,t=3,p=1$`, then salt and hash in
  /// Base64.
  var text: [UInt8] {
    let numbers = "m=\(cost.memory >> 10),t=\(cost.operations),p=1"
    return Array("\(Self.prefix)\(numbers)$".utf8) + Self.base64(salt) + [UInt8(ascii: "$")]
      + Self.base64(hash)
  }

  /// The maximum length of the text in bytes, including a terminating zero.
  static let textSize = crypto_pwhash_strbytes()

  /// Parses the text of a hash.
  ///
  /// - Returns: `nil` for anything else: another algorithm, a salt or a hash of another length,
  ///   parameters out of range, or more than one lane.
  init?(text: Span<UInt8>) {
    let bytes = text.withUnsafeBufferPointer { Array($0) }
    guard bytes.count < Self.textSize, bytes.starts(with: Self.prefix.utf8) else { return nil }
    let parts = bytes.dropFirst(Self.prefix.utf8.count).split(
      separator: UInt8(ascii: "$"), omittingEmptySubsequences: false)
    guard parts.count == 3, let cost = Self.cost(parts[0]),
      let salt = Self.bytes(parts[1], count: Self.saltSize),
      let hash = Self.bytes(parts[2], count: Self.hashSize)
    else { return nil }
    self.init(cost: cost, salt: salt, hash: hash)
    // Numbers can have leading zeros, and libsodium accepts bytes beyond ASCII as Base64.
    guard self.text == bytes else { return nil }
  }

  private static let prefix = "$argon2id$v=19$"

  private static func cost(_ text: ArraySlice<UInt8>) -> Parameters? {
    let parts = text.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
    guard parts.count == 3, let kibibytes = number(parts[0], named: "m"),
      let operations = number(parts[1], named: "t"), number(parts[2], named: "p") == 1
    else { return nil }
    return Parameters(operations: operations, kibibytes: kibibytes)
  }

  /// Parses a parameter such as `m=8`.
  private static func number(_ text: ArraySlice<UInt8>, named name: String) -> UInt64? {
    guard text.starts(with: "\(name)=".utf8) else { return nil }
    return UInt64(String(decoding: text.dropFirst(2), as: UTF8.self))
  }

  private static func base64(_ bytes: [UInt8]) -> [UInt8] {
    let size = sodium_base64_encoded_len(bytes.count, variant)
    var text = [CChar](repeating: 0, count: size)
    sodium_bin2base64(&text, size, bytes, bytes.count, variant)
    // Without the terminating zero.
    return text.dropLast().map(UInt8.init(bitPattern:))
  }

  private static func bytes(_ text: ArraySlice<UInt8>, count: Int) -> [UInt8]? {
    var (bytes, found) = ([UInt8](repeating: 0, count: count), 0)
    let status = text.withUnsafeBytes { text in
      sodium_base642bin(
        &bytes, count, text.baseAddress?.assumingMemoryBound(to: CChar.self), text.count, nil, &found, nil,
        variant)
    }
    return status == 0 && found == count ? bytes : nil
  }

  private static let variant = CInt(sodium_base64_VARIANT_ORIGINAL_NO_PADDING)
}
