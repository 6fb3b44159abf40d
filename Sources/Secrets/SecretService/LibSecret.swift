import CSecret
import System

/// libsecret, which accesses the desktop keyring through the [Secret Service API][1], and GLib, on which it depends. It is
/// loaded when the keyring is used.
///
/// [1]: https://specifications.freedesktop.org/secret-service/latest/
typealias LibSecret = LoadedLibrary<CSecretFunctions>

extension LoadedLibrary<CSecretFunctions> {
  static var name: String { "libsecret-1.so.0" }

  /// - Parameter name: The name of the library, which may differ on other systems.
  convenience init(_ name: String = name) throws(DynamicLibraryError) {
    try self.init(name, tactile_secret_names())
  }

  /// `GHashTable`, `GCancellable`, `GList`, `GDBusConnection`, `GDBusMessage`, `SecretItem`,
  /// `SecretValue`
  typealias GObject = OpaquePointer
  typealias CString = UnsafePointer<CChar>
  typealias Schema = UnsafePointer<CSecretSchema>
  typealias GError = UnsafeMutablePointer<CSecretError>
  typealias GErrorOut = UnsafeMutablePointer<GError?>
  typealias Filter = CSecretFilter
}
