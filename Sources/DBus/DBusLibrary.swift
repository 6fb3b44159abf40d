import CDBus
import System

/// The functions of libdbus-1 that this module uses. They are loaded with the first connection.
///
/// Linking the library would add one millisecond to every start. It remains loaded until the
/// process ends.
final class DBusLibrary: LibraryBindings {
  typealias Text = UnsafePointer<CChar>
  typealias Iterator = UnsafeMutablePointer<CDBusMessageIterator>
  /// The type `dbus_bool_t` of C.
  typealias Bool = UInt32

  typealias AddWatch = @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?) -> Bool
  typealias ChangeWatch = @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?) -> Void

  typealias Check = @convention(c) (Text, UnsafeMutablePointer<CDBusError>?) -> Bool

  // The initializer below names the function of libdbus-1 behind each property.

  let openConnection: @convention(c) (Text, UnsafeMutablePointer<CDBusError>) -> OpaquePointer?
  let closeConnection: @convention(c) (OpaquePointer) -> Void
  let releaseConnection: @convention(c) (OpaquePointer) -> Void
  let setMaximumMessageSize: @convention(c) (OpaquePointer, Int) -> Void
  let setMaximumReceivedSize: @convention(c) (OpaquePointer, Int) -> Void
  let setMaximumReceivedDescriptors: @convention(c) (OpaquePointer, Int) -> Void
  let isConnected: @convention(c) (OpaquePointer) -> Bool
  let outgoingSize: @convention(c) (OpaquePointer) -> Int
  let dispatchStatus: @convention(c) (OpaquePointer) -> Int32
  let setChangesSIGPIPE: @convention(c) (Bool) -> Void
  let setWatchFunctions:
    @convention(c) (
      OpaquePointer, AddWatch, ChangeWatch, ChangeWatch, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?
    ) -> Bool
  let watchDescriptor: @convention(c) (OpaquePointer) -> Int32
  let watchFlags: @convention(c) (OpaquePointer) -> UInt32
  let isWatchEnabled: @convention(c) (OpaquePointer) -> Bool
  let handleWatch: @convention(c) (OpaquePointer, UInt32) -> Bool

  let send: @convention(c) (OpaquePointer, OpaquePointer, UnsafeMutablePointer<UInt32>) -> Bool
  let takeMessage: @convention(c) (OpaquePointer) -> OpaquePointer?

  let makeCall: @convention(c) (Text, Text, Text, Text) -> OpaquePointer?
  let setStartsOwner: @convention(c) (OpaquePointer, Bool) -> Void
  let makeReply: @convention(c) (OpaquePointer) -> OpaquePointer?
  let makeError: @convention(c) (OpaquePointer, Text, Text) -> OpaquePointer?
  let makeSignal: @convention(c) (Text, Text, Text) -> OpaquePointer?
  let releaseMessage: @convention(c) (OpaquePointer) -> Void
  let messageType: @convention(c) (OpaquePointer) -> Int32
  let replySerial: @convention(c) (OpaquePointer) -> UInt32
  let errorName: @convention(c) (OpaquePointer) -> Text?
  let sender: @convention(c) (OpaquePointer) -> Text?
  let path: @convention(c) (OpaquePointer) -> Text?
  let interface: @convention(c) (OpaquePointer) -> Text?
  let member: @convention(c) (OpaquePointer) -> Text?
  let expectsNoReply: @convention(c) (OpaquePointer) -> Bool
  let signature: @convention(c) (OpaquePointer) -> Text
  let isSignal: @convention(c) (OpaquePointer, Text, Text) -> Bool

  let beginReading: @convention(c) (OpaquePointer, Iterator) -> Bool
  let argumentType: @convention(c) (Iterator) -> Int32
  /// The caller frees the result with `freeText`.
  let argumentSignature: @convention(c) (Iterator) -> UnsafeMutablePointer<CChar>?
  let freeText: @convention(c) (UnsafeMutableRawPointer?) -> Void
  let enter: @convention(c) (Iterator, Iterator) -> Void
  let readBasic: @convention(c) (Iterator, UnsafeMutableRawPointer) -> Void
  let advance: @convention(c) (Iterator) -> Bool

  let beginWriting: @convention(c) (OpaquePointer, Iterator) -> Void
  let writeBasic: @convention(c) (Iterator, Int32, UnsafeRawPointer) -> Bool
  let openContainer: @convention(c) (Iterator, Int32, Text?, Iterator) -> Bool
  let closeContainer: @convention(c) (Iterator, Iterator) -> Bool

  let isSignature: Check
  let isType: Check
  let isPath: Check
  let isInterface: Check
  let isMember: Check
  let isBusName: Check

  static let name = "libdbus-1.so.3"

  init(of symbols: DynamicLibrary) throws(DynamicLibraryError) {
    openConnection = try symbols["dbus_connection_open_private"]
    closeConnection = try symbols["dbus_connection_close"]
    releaseConnection = try symbols["dbus_connection_unref"]
    setMaximumMessageSize = try symbols["dbus_connection_set_max_message_size"]
    setMaximumReceivedSize = try symbols["dbus_connection_set_max_received_size"]
    setMaximumReceivedDescriptors = try symbols["dbus_connection_set_max_received_unix_fds"]
    isConnected = try symbols["dbus_connection_get_is_connected"]
    outgoingSize = try symbols["dbus_connection_get_outgoing_size"]
    dispatchStatus = try symbols["dbus_connection_get_dispatch_status"]
    setChangesSIGPIPE = try symbols["dbus_connection_set_change_sigpipe"]
    setWatchFunctions = try symbols["dbus_connection_set_watch_functions"]
    watchDescriptor = try symbols["dbus_watch_get_unix_fd"]
    watchFlags = try symbols["dbus_watch_get_flags"]
    isWatchEnabled = try symbols["dbus_watch_get_enabled"]
    handleWatch = try symbols["dbus_watch_handle"]
    send = try symbols["dbus_connection_send"]
    takeMessage = try symbols["dbus_connection_pop_message"]
    makeCall = try symbols["dbus_message_new_method_call"]
    setStartsOwner = try symbols["dbus_message_set_auto_start"]
    makeReply = try symbols["dbus_message_new_method_return"]
    makeError = try symbols["dbus_message_new_error"]
    makeSignal = try symbols["dbus_message_new_signal"]
    releaseMessage = try symbols["dbus_message_unref"]
    messageType = try symbols["dbus_message_get_type"]
    replySerial = try symbols["dbus_message_get_reply_serial"]
    errorName = try symbols["dbus_message_get_error_name"]
    sender = try symbols["dbus_message_get_sender"]
    path = try symbols["dbus_message_get_path"]
    interface = try symbols["dbus_message_get_interface"]
    member = try symbols["dbus_message_get_member"]
    expectsNoReply = try symbols["dbus_message_get_no_reply"]
    signature = try symbols["dbus_message_get_signature"]
    isSignal = try symbols["dbus_message_is_signal"]
    beginReading = try symbols["dbus_message_iter_init"]
    argumentType = try symbols["dbus_message_iter_get_arg_type"]
    argumentSignature = try symbols["dbus_message_iter_get_signature"]
    freeText = try symbols["dbus_free"]
    enter = try symbols["dbus_message_iter_recurse"]
    readBasic = try symbols["dbus_message_iter_get_basic"]
    advance = try symbols["dbus_message_iter_next"]
    beginWriting = try symbols["dbus_message_iter_init_append"]
    writeBasic = try symbols["dbus_message_iter_append_basic"]
    openContainer = try symbols["dbus_message_iter_open_container"]
    closeContainer = try symbols["dbus_message_iter_close_container"]
    isSignature = try symbols["dbus_signature_validate"]
    isType = try symbols["dbus_signature_validate_single"]
    isPath = try symbols["dbus_validate_path"]
    isInterface = try symbols["dbus_validate_interface"]
    isMember = try symbols["dbus_validate_member"]
    isBusName = try symbols["dbus_validate_bus_name"]
  }

  /// Returns whether a function of the library accepts a text. For C, the text would end at a NUL.
  func accepts(_ text: String, as check: Check) -> Swift.Bool {
    !text.utf8.contains(0) && check(text, nil) != 0
  }
}
