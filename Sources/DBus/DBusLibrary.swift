import CDBus
import System

/// libdbus-1, which is loaded with the first connection.
///
/// Linking the library would add one millisecond to every start. It remains loaded until the
/// process ends.
typealias DBusLibrary = LoadedLibrary<CDBusFunctions>

extension LoadedLibrary<CDBusFunctions> {
  static var name: String { "libdbus-1.so.3" }

  /// - Parameter name: The name of the library, which may differ on other systems.
  convenience init(_ name: String = name) throws(DynamicLibraryError) {
    try self.init(name, tactile_dbus_names())
  }

  typealias Check = @convention(c) (UnsafePointer<CChar>, UnsafeMutablePointer<CDBusError>?) -> CDBusBool

  /// Returns whether a function of the library accepts a text. For C, the text would end at a NUL.
  func accepts(_ text: String, as check: Check) -> Bool { !text.utf8.contains(0) && check(text, nil) != 0 }
}
