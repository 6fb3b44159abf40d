/// The functions of a C library that a program uses, each found by its name once.
public protocol CFunctions {
  /// The library as the linker knows it, such as `libdbus-1.so.3`.
  static var name: String { get }

  /// Finds all of them.
  ///
  /// - Throws: `noFunction`; `noLibrary` where they come from more than one.
  init(of library: DynamicLibrary) throws(DynamicLibraryError)
}

extension CFunctions {
  /// Opens the library and finds its functions.
  ///
  /// - Parameter name: It may have another name elsewhere.
  /// - Throws: `noLibrary`, `noFunction`.
  public init(_ name: String = Self.name) throws(DynamicLibraryError) {
    try self.init(of: DynamicLibrary(name))
  }
}
