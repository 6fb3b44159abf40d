import CSodium

/// Passwords that nobody may have, since they are tried first.
///
/// Only a 64-bit fingerprint of each is kept (SipHash-2-4 under a key of this process), after Unicode's
/// case folding and in NFC, so that a list of millions takes 8 bytes a password. Of a list of 2²⁴
/// passwords, one other password in 2⁴⁰ is taken to be in it too.
public struct Blocklist: Hashable, Sendable {
  typealias Fingerprint = UInt64

  /// In their order, each once.
  private var fingerprints: [Fingerprint]
  /// Where its passwords are from.
  let origins: Origins

  struct Origins: OptionSet, Hashable, Sendable {
    let rawValue: UInt8

    /// The list that is built in.
    static let common = Origins(rawValue: 1)
    /// Lists of the person's.
    static let own = Origins(rawValue: 2)

    /// As in "Not a common password".
    var adjective: String {
      switch self {
      case .common: "common"
      case .own: "refused"
      default: "common or refused"
      }
    }
  }

  /// Takes in a list of passwords.
  ///
  /// - Parameter utf8: A password on each line. Empty lines are passed over, and such that are no
  ///   UTF-8, which no password is.
  /// - Complexity: O(*n* log *n*).
  public init(lines utf8: Span<UInt8>) {
    self.init(utf8, .own) { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
  }

  /// Takes in what stands between separators.
  init(_ utf8: Span<UInt8>, _ origins: Origins, separatedBy isSeparator: (UInt8) -> Bool) {
    var (fingerprints, start) = ([Fingerprint](), 0)
    for index in 0...utf8.count where index == utf8.count || isSeparator(utf8[index]) {
      let word = utf8.extracting(start..<index)
      if index > start, let print = Self.fingerprint(of: word) { fingerprints.append(print) }
      start = index + 1
    }
    self.init(fingerprints, origins)
  }

  private init(_ fingerprints: [Fingerprint], _ origins: Origins) {
    self.origins = origins
    self.fingerprints = fingerprints.sorted().reduce(into: []) { unique, next in
      if unique.last != next { unique.append(next) }
    }
  }

  /// How many passwords it has.
  public var count: Int { fingerprints.count }

  /// What is in either of two lists.
  public func union(_ other: Blocklist) -> Blocklist {
    Blocklist(fingerprints + other.fingerprints, origins.union(other.origins))
  }

  /// Whether a password is in it, whatever the case of its letters.
  ///
  /// - Complexity: O(log *n*), and O(*m*) in the password's length.
  public func contains(_ password: borrowing SecureText) -> Bool {
    contains(Self.fingerprint(of: password))
  }

  private func contains(_ fingerprint: Fingerprint) -> Bool {
    var (low, high) = (0, fingerprints.count)
    while low < high {
      let middle = (low + high) / 2
      if fingerprints[middle] < fingerprint { low = middle + 1 } else { high = middle }
    }
    return low < fingerprints.count && fingerprints[low] == fingerprint
  }

  /// Of which list the password with a fingerprint is; `nil` where it is on none.
  func known(_ fingerprint: Fingerprint) -> KnownPassword? {
    guard contains(fingerprint) else { return nil }
    return Self.common.contains(fingerprint) ? .common : .listed
  }
}

// Fingerprints.
extension Blocklist {
  private static let key: [UInt8] = {
    var key = [UInt8](repeating: 0, count: Int(crypto_shorthash_KEYBYTES))
    crypto_shorthash_keygen(&key)
    return key
  }()

  static func fingerprint(of password: borrowing SecureText) -> Fingerprint {
    password.normalized(.folded).withUnsafeUTF8 { fingerprint(of: $0, count: $1) }
  }

  /// The fingerprint of what is no secret; `nil` for what is no UTF-8.
  static func fingerprint(of utf8: Span<UInt8>) -> Fingerprint? {
    guard utf8.indices.allSatisfy({ utf8[$0] < 0x80 }) else {
      guard let text = try? UTF8Span(validating: utf8) else { return nil }
      return NormalizedText(text, .folded).withUnsafeUTF8 { fingerprint(of: $0, count: $1) }
    }
    let folded = utf8.indices.map { index in
      let byte = utf8[index]
      let isCapital = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
      return CChar(bitPattern: isCapital ? byte | 0x20 : byte)
    }
    return fingerprint(of: folded, count: folded.count)
  }

  private static func fingerprint(of folded: UnsafePointer<CChar>, count: Int) -> Fingerprint {
    var result = Fingerprint(0)
    withUnsafeMutablePointer(to: &result) { result in
      result.withMemoryRebound(to: UInt8.self, capacity: Int(crypto_shorthash_BYTES)) { target in
        folded.withMemoryRebound(to: UInt8.self, capacity: count) { source in
          _ = crypto_shorthash(target, source, UInt64(count), key)
        }
      }
    }
    return result
  }
}
