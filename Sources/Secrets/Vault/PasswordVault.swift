import CSodium
import Files

/// Keeps a verifier by which a password can be recognised, and never the password itself.
///
/// The verifier is an Argon2id string of libsodium's (`crypto_pwhash_str`), of the password's NFC
/// form, in a file that only its owner can read. Any thread may call; each call takes as long as
/// its `cost` says, so that a program with a window makes it on a worker thread.
public struct PasswordVault: Sendable {
  /// The name of the file in `folder`.
  public static let fileName = "password.argon2id"

  /// The path of the folder, which need not exist yet.
  public let folder: String
  /// What storing costs; comparing costs what storing did.
  public let cost: Cost

  /// Creates a vault, without touching the folder.
  public init(folder: String, cost: Cost = .moderate) {
    self.folder = folder
    self.cost = cost
  }

  /// Where programs keep such data by the XDG Base Directory Specification:
  /// `$XDG_DATA_HOME/tactile`, else `$HOME/.local/share/tactile`.
  ///
  /// - Parameters:
  ///   - xdgDataHome: The environment's `XDG_DATA_HOME`; ignored unless it is an absolute path, as
  ///     the specification demands.
  ///   - home: The environment's `HOME`.
  /// - Returns: `nil` where neither is an absolute path.
  public static func folder(xdgDataHome: String?, home: String?) -> String? {
    BaseDirectory.data.path(variable: xdgDataHome, home: home).map { "\($0)/tactile" }
  }

  /// Stores a password's verifier in the place of the one before.
  ///
  /// - Throws: After an error the one before is untouched and nothing is half-written; when two
  ///   threads store at once, one of both verifiers is there as a whole.
  public func store(_ password: borrowing SecureText) throws(VaultError) {
    let verifier = try verifier(of: password)
    do throws(FileError) {
      try file.replace(with: verifier.span)
    } catch {
      throw VaultError(writingTo: folder, errno: error.errno)
    }
  }

  /// Whether a password is the stored one.
  ///
  /// - Returns: `false` also where memory runs out, since libsodium gives the same answer to both.
  public func verify(_ password: borrowing SecureText) throws(VaultError) -> Bool {
    let size = crypto_pwhash_strbytes()
    let content = try storedBytes(atMost: size - 1).map(CChar.init(bitPattern:))
    let verifier = content + Array(repeating: 0, count: size - content.count)
    guard crypto_pwhash_str_needs_rehash(verifier, cost.operations, cost.memory) >= 0 else {
      throw .damaged(folder: folder)
    }
    return password.normalized(.composed).withUnsafeUTF8 { utf8, count in
      crypto_pwhash_str_verify(verifier, utf8, UInt64(count)) == 0
    }
  }

  private var file: AtomicFile { AtomicFile(folder: folder, name: Self.fileName) }

  private func storedBytes(atMost limit: Int) throws(VaultError) -> [UInt8] {
    do throws(FileError) {
      return try file.read(limit: limit)
    } catch {
      throw VaultError(readingFrom: folder, errno: error.errno)
    }
  }

  private func verifier(of password: borrowing SecureText) throws(VaultError) -> [UInt8] {
    var verifier = [CChar](repeating: 0, count: crypto_pwhash_strbytes())
    let status = password.normalized(.composed).withUnsafeUTF8 { utf8, count in
      crypto_pwhash_str(&verifier, utf8, UInt64(count), cost.operations, cost.memory)
    }
    // The only other cause would be a cost out of range, which `Cost` has none of.
    guard status == 0 else { throw .outOfMemory }
    return verifier.prefix { $0 != 0 }.map(UInt8.init(bitPattern:))
  }
}
