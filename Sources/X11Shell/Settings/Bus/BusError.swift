import DynamicLibraries

/// The reason why a message bus is not available. Programs that do not need it treat all alike.
enum BusError: Error, Hashable, Sendable {
  /// libdbus-1 is not installed or lacks a function.
  case noLibrary(DynamicLibraryError)
  /// No process listens at this address.
  case cannotConnect(address: String)
  case noMemory
}
