/// The functions of a C library that the program uses. Each is looked up by name once.
public protocol LibraryBindings {
  /// The name of the library for the dynamic linker, such as `libdbus-1.so.3`.
  static var name: String { get }

  /// Looks up all functions.
  ///
  /// - Throws: `noFunction`, or `noLibrary` if the functions come from several libraries and one is
  ///   missing.
  init(of library: DynamicLibrary) throws(DynamicLibraryError)
}

extension LibraryBindings {
  /// Opens the library and looks up its functions.
  ///
  /// - Parameter name: The name of the library, which may differ on other systems.
  /// - Throws: `noLibrary`, `noFunction`.
  public init(_ name: String = Self.name) throws(DynamicLibraryError) {
    try self.init(of: DynamicLibrary(name))
  }
}
