import Glibc

/// A C library that is opened when it is wanted, so that neither its own start nor its memory is
/// paid for by those who don't. It stays open until the process ends.
public struct DynamicLibrary {
  private let handle: UnsafeMutableRawPointer
  private let name: String

  /// Opens a library and those that it needs (`dlopen`).
  ///
  /// - Parameter name: As the linker knows it, such as `libdbus-1.so.3`.
  /// - Throws: `noLibrary`.
  public init(_ name: String) throws(DynamicLibraryError) {
    guard let handle = dlopen(name, RTLD_NOW | RTLD_LOCAL) else { throw .noLibrary(name) }
    (self.handle, self.name) = (handle, name)
  }

  /// A function of it, or of a library that it needs (`dlsym`).
  ///
  /// - Precondition: `Function` is the C type of the function of that name.
  /// - Throws: `noFunction`.
  public subscript<Function>(function: String) -> Function {
    get throws(DynamicLibraryError) {
      guard let address = dlsym(handle, function) else {
        throw .noFunction(function, library: name)
      }
      return unsafeBitCast(address, to: Function.self)
    }
  }
}

/// Why a library cannot be used.
public enum DynamicLibraryError: Error, Hashable {
  /// It is not installed, or what it needs is not.
  case noLibrary(String)
  /// It has no function of that name: it is another version of it, or something else.
  case noFunction(String, library: String)

  /// As in "libm.so.6 is not installed".
  public var reason: String {
    switch self {
    case .noLibrary(let name): "\(name) is not installed"
    case .noFunction(let function, let library): "\(library) has no function \(function)"
    }
  }
}
