import DynamicLibraries

/// Why there is no connection to a message bus; to a program that can do without, all are the same.
enum BusError: Error, Hashable, Sendable {
  /// libdbus-1 is not installed, or is not what it should be.
  case noLibrary(DynamicLibraryError)
  /// Nobody listens at that address.
  case cannotConnect(address: String)
  case noMemory
}
