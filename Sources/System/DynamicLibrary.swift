import Glibc

/// A C library that is opened on demand, so that programs that do not use it save its startup time
/// and memory. It stays open until the process ends.
public struct DynamicLibrary {
  private let handle: UnsafeMutableRawPointer
  private let name: String

  /// Opens a library and its dependencies (`dlopen`).
  ///
  /// - Parameter name: The name for the dynamic linker, such as `libdbus-1.so.3`.
  /// - Throws: `noLibrary`, `notLoadable`.
  public init(_ name: String) throws(DynamicLibraryError) {
    guard let handle = dlopen(name, RTLD_NOW | RTLD_LOCAL) else {
      throw DynamicLibraryError(loading: name, reason: String(cString: dlerror()))
    }
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
  /// The library exists but cannot be loaded. Contains the message of the dynamic linker.
  case notLoadable(String)
  /// The library has no function with that name: it is another version, or another library.
  case noFunction(String, library: String)

  /// Converts the message of a failed `dlopen` (`dlerror(3)`).
  init(loading name: String, reason: String) {
    // glibc appends the text of the error number, in the same language as `strerror`.
    self = reason.hasSuffix(String(cString: strerror(ENOENT))) ? .noLibrary(name) : .notLoadable(reason)
  }

  /// The reason as text, such as "libm.so.6 is not installed".
  public var reason: String {
    switch self {
    case .noLibrary(let name): "\(name) is not installed"
    case .notLoadable(let reason): "cannot load \(reason)"
    case .noFunction(let function, let library): "\(library) has no function \(function)"
    }
  }
}

/// A library that was opened on demand, with its functions as members.
///
/// `Functions` is a structure of C that consists of pointers to functions. C declares it together with their names, so that
/// each function is stated once.
/// The compiler cannot check that it is `Sendable`, because the structure is declared in C. It is constant and consists of
/// addresses of code that stays loaded, so threads can share it.
@dynamicMemberLookup
public final class LoadedLibrary<Functions>: @unchecked Sendable {
  @usableFromInline let functions: Functions

  /// Creates a library of other functions, for tests.
  package init(_ functions: Functions) { self.functions = functions }

  /// Opens a library and looks up all functions.
  ///
  /// - Parameter names: The names of the functions in the library, in the order of the structure.
  /// - Throws: `noLibrary`, `notLoadable`, `noFunction`.
  public init(_ name: String, _ names: UnsafePointer<UnsafePointer<CChar>>) throws(DynamicLibraryError) {
    let library = try DynamicLibrary(name)
    var addresses: [UnsafeRawPointer] = []
    for index in 0..<MemoryLayout<Functions>.size / MemoryLayout<UnsafeRawPointer>.size {
      addresses.append(try library[String(cString: names[index])])
    }
    functions = addresses.withUnsafeBytes { $0.load(as: Functions.self) }
  }

  /// Returns a function.
  @inlinable public subscript<Function>(dynamicMember path: KeyPath<Functions, Function>) -> Function {
    functions[keyPath: path]
  }
}
