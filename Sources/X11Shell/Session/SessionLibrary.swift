import CXSession
import DynamicLibraries

/// The functions of libSM and libICE that are used here, found when a session is joined.
final class SessionLibrary: CFunctions {
  typealias Connection = OpaquePointer
  typealias Transport = OpaquePointer
  typealias Context = UnsafeMutableRawPointer
  typealias Text = UnsafeMutablePointer<CChar>

  /// `SmcErrorHandler` and `IceErrorHandler`: connection, then whether to swap, minor opcode,
  /// sequence, class, severity, values.
  typealias ErrorHandler =
    @convention(c) (OpaquePointer?, Int32, Int32, UInt, Int32, Int32, Context?) -> Void

  // Each is the function of libSM or libICE in whose place it is loaded below.

  let open:
    @convention(c) (
      Text?, Context?, Int32, Int32, UInt, UnsafeMutablePointer<CXSessionCallbacks>,
      UnsafePointer<CChar>?, UnsafeMutablePointer<Text?>, Int32, Text
    ) -> Connection?
  let close: @convention(c) (Connection, Int32, UnsafeMutablePointer<Text?>?) -> Int32
  let setProperties:
    @convention(c) (
      Connection, Int32, UnsafeMutablePointer<UnsafeMutablePointer<CXSessionProperty>?>
    ) -> Void
  let confirmSaved: @convention(c) (Connection, Int32) -> Void
  let transport: @convention(c) (Connection) -> Transport?
  let setErrorHandler: @convention(c) (ErrorHandler?) -> ErrorHandler?

  let descriptor: @convention(c) (Transport) -> Int32
  let processMessages: @convention(c) (Transport, Context?, UnsafeMutablePointer<Int32>?) -> Int32
  let setTransportErrorHandler: @convention(c) (ErrorHandler?) -> ErrorHandler?
  let setLossHandler:
    @convention(c) (@convention(c) (Transport?) -> Void) -> (@convention(c) (Transport?) -> Void)?

  static let name = "libSM.so.6"

  /// Opens libICE too, and takes the place of the handlers of both, which would end the process.
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
    passOverErrors()
  }

  /// A loss is told by `processMessages`; what a manager finds wrong is nothing to do about.
  private func passOverErrors() {
    _ = setErrorHandler { _, _, _, _, _, _, _ in }
    _ = setTransportErrorHandler { _, _, _, _, _, _, _ in }
    _ = setLossHandler { _ in }
  }
}
