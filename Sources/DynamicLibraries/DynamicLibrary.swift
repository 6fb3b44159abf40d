import Glibc

/// A C library that is opened on demand, so that programs that do not use it save its startup time
/// and memory. It stays open until the process ends.
public struct DynamicLibrary {
  private let handle: UnsafeMutableRawPointer
  private let name: String

  /// Opens a library and its dependencies (`dlopen`).
  ///
  /// - Parameter name: The name for the dynamic linker, such as `libdbus-1.so.3`.
  /// - Throws: `noLibrary`.
  public init(_ name: String) throws(DynamicLibraryError) {
    guard let handle = dlopen(name, RTLD_NOW | RTLD_LOCAL) else { throw .noLibrary(name) }
    (self.handle, self.name) = (handle, name)
  }

  /// Returns a function of the library or of one of its dependencies (`dlsym`).
  ///
  /// - Precondition: `Function` is the C type of the function with that name.
  /// - Throws: `noFunction`.
  public subscript<Function>(function: String) -> Function {
    get throws(DynamicLibraryError) {
      guard let address = dlsym(handle, function) else { throw .noFunction(function, library: name) }
      return unsafeBitCast(address, to: Function.self)
    }
  }
}

/// The reason why a library cannot be used.
public enum DynamicLibraryError: Error, Hashable {
  /// The library or one of its dependencies is not installed.
  case noLibrary(String)
  /// The library has no function with that name: it is another version, or another library.
  case noFunction(String, library: String)

  /// The reason as text, such as "libm.so.6 is not installed".
  public var reason: String {
    switch self {
    case .noLibrary(let name): "\(name) is not installed"
    case .noFunction(let function, let library): "\(library) has no function \(function)"
    }
  }
}
