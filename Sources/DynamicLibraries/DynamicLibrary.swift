import Glibc

/// A C library that is opened when it is wanted, so that neither its own start nor its memory is
/// paid for by those who don't. It stays open until the process ends.
public struct DynamicLibrary {
  private let handle: UnsafeMutableRawPointer

  /// Opens a library and those that it needs (`dlopen`).
  ///
  /// - Parameter name: As the linker knows it, such as `libdbus-1.so.3`.
  /// - Throws: `noLibrary`.
  public init(_ name: String) throws(DynamicLibraryError) {
    guard let handle = dlopen(name, RTLD_NOW | RTLD_LOCAL) else { throw .noLibrary(name) }
    self.handle = handle
  }

  /// A function of it, or of a library that it needs (`dlsym`).
  ///
  /// - Precondition: `Function` is the C type of the function of that name.
  /// - Throws: `noFunction`.
  public subscript<Function>(name: String) -> Function {
    get throws(DynamicLibraryError) {
      guard let address = dlsym(handle, name) else { throw .noFunction(name) }
      return unsafeBitCast(address, to: Function.self)
    }
  }
}

/// Why a library cannot be used.
public enum DynamicLibraryError: Error, Hashable {
  /// It is not installed, or what it needs is not.
  case noLibrary(String)
  /// It has no function of that name.
  case noFunction(String)
}
