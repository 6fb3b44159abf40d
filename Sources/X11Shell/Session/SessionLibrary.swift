import CXSession
import DynamicLibraries

/// The functions of libSM and libICE that this module uses. They are loaded when a session is
/// joined.
final class SessionLibrary: LibraryBindings {
  typealias Connection = OpaquePointer
  typealias Transport = OpaquePointer
  typealias Context = UnsafeMutableRawPointer
  typealias Text = UnsafeMutablePointer<CChar>

  /// `SmcErrorHandler` and `IceErrorHandler`: connection, whether to swap bytes, minor opcode,
  /// sequence number, class, severity, values.
  typealias ErrorHandler = @convention(c) (OpaquePointer?, Int32, Int32, UInt, Int32, Int32, Context?) -> Void

  // The initializer below names the function of libSM or libICE behind each property.

  let open:
    @convention(c) (
      Text?, Context?, Int32, Int32, UInt, UnsafeMutablePointer<CXSessionCallbacks>, UnsafePointer<CChar>?,
      UnsafeMutablePointer<Text?>, Int32, Text
    ) -> Connection?
  let close: @convention(c) (Connection, Int32, UnsafeMutablePointer<Text?>?) -> Int32
  let setProperties:
    @convention(c) (Connection, Int32, UnsafeMutablePointer<UnsafeMutablePointer<CXSessionProperty>?>) -> Void
  let confirmSaved: @convention(c) (Connection, Int32) -> Void
  let transport: @convention(c) (Connection) -> Transport?
  let setErrorHandler: @convention(c) (ErrorHandler?) -> ErrorHandler?

  let descriptor: @convention(c) (Transport) -> Int32
  let processMessages: @convention(c) (Transport, Context?, UnsafeMutablePointer<Int32>?) -> Int32
  let setTransportErrorHandler: @convention(c) (ErrorHandler?) -> ErrorHandler?
  let setLossHandler:
    @convention(c) (@convention(c) (Transport?) -> Void) -> (@convention(c) (Transport?) -> Void)?

  static let name = "libSM.so.6"

  /// Also opens libICE and replaces the error handlers of both, which would end the process.
  init(of session: DynamicLibrary) throws(DynamicLibraryError) {
    open = try session["SmcOpenConnection"]
    close = try session["SmcCloseConnection"]
    setProperties = try session["SmcSetProperties"]
    confirmSaved = try session["SmcSaveYourselfDone"]
    transport = try session["SmcGetIceConnection"]
    setErrorHandler = try session["SmcSetErrorHandler"]
    let ice = try DynamicLibrary("libICE.so.6")
    descriptor = try ice["IceConnectionNumber"]
    processMessages = try ice["IceProcessMessages"]
    setTransportErrorHandler = try ice["IceSetErrorHandler"]
    setLossHandler = try ice["IceSetIOErrorHandler"]
    ignoreErrors()
  }

  /// Ignores errors. `processMessages` reports a lost connection, and protocol errors need no
  /// action.
  private func ignoreErrors() {
    _ = setErrorHandler { _, _, _, _, _, _, _ in }
    _ = setTransportErrorHandler { _, _, _, _, _, _, _ in }
    _ = setLossHandler { _ in }
  }
}
