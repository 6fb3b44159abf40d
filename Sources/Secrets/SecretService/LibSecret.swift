import CSecret
import System

/// The functions of libsecret, which accesses the desktop keyring through the [Secret Service
/// API][1], and of GLib, on which it depends. The library is loaded when the keyring is used.
///
/// [1]: https://specifications.freedesktop.org/secret-service/latest/
struct LibSecret: Sendable {
  /// `GHashTable`, `GCancellable`, `GList`, `GDBusConnection`, `GDBusMessage`, `SecretItem`,
  /// `SecretValue`
  typealias GObject = OpaquePointer
  typealias CString = UnsafePointer<CChar>
  typealias Schema = UnsafePointer<CSecretSchema>
  typealias GError = UnsafeMutablePointer<CSecretError>
  typealias GErrorOut = UnsafeMutablePointer<GError?>
  typealias Hash = @convention(c) (UnsafeRawPointer?) -> CUnsignedInt
  typealias Equality = @convention(c) (UnsafeRawPointer?, UnsafeRawPointer?) -> CInt
  typealias Release = @convention(c) (GObject?) -> Void
  /// `GDBusMessageFilterFunction`: connection, message, whether the message is incoming, key.
  typealias Filter = @convention(c) (GObject?, GObject?, CInt, UnsafeMutableRawPointer?) -> GObject?

  /// `secret_password_storev_sync`: attributes, collection, label, text to store.
  let store: @convention(c) (Schema, GObject?, CString?, CString, CString, GObject?, GErrorOut) -> CInt
  /// `secret_password_lookupv_nonpageable_sync`, which unlocks the item that it finds, and returns locked memory.
  let lookUp: @convention(c) (Schema, GObject?, GObject?, GErrorOut) -> UnsafeMutablePointer<CChar>?
  /// `secret_password_clearv_sync`: whether an item was removed.
  let clear: @convention(c) (Schema, GObject?, GObject?, GErrorOut) -> CInt
  /// `secret_password_searchv_sync`, which also finds locked items: flags, a list of items.
  let search: @convention(c) (Schema, GObject?, CInt, GObject?, GErrorOut) -> GObject?
  /// `secret_retrievable_retrieve_secret_sync`
  let value: @convention(c) (GObject?, GObject?, GErrorOut) -> GObject?
  /// `secret_value_get_text`
  let valueText: @convention(c) (GObject?) -> CString?
  /// `secret_value_unref`
  let freeValue: Release
  /// `secret_item_delete_sync`
  let delete: @convention(c) (GObject?, GObject?, GErrorOut) -> CInt
  /// `secret_password_free`
  let freeText: @convention(c) (UnsafeMutablePointer<CChar>?) -> Void
  /// `secret_service_disconnect`
  let disconnectService: @convention(c) () -> Void

  /// `g_hash_table_new`
  let makeTable: @convention(c) (Hash, Equality) -> GObject?
  /// `g_hash_table_insert`
  let insert: @convention(c) (GObject?, CString, CString) -> CInt
  /// `g_hash_table_unref`
  let freeTable: Release
  /// `g_str_hash`
  let hash: Hash
  /// `g_str_equal`
  let isEqual: Equality
  /// `g_list_nth_data`: `nil` after the end.
  let listItem: @convention(c) (GObject?, CUnsignedInt) -> GObject?
  /// `g_list_free_full`
  let freeList: @convention(c) (GObject?, Release) -> Void
  /// `g_bus_get_sync`: the type of the bus.
  let bus: @convention(c) (CInt, GObject?, GErrorOut) -> GObject?
  /// `g_dbus_connection_set_exit_on_close`
  let setExitOnClose: @convention(c) (GObject?, CInt) -> Void
  /// `g_dbus_connection_is_closed`
  let isClosed: @convention(c) (GObject?) -> CInt
  /// `g_dbus_connection_add_filter`: filter, key, function that frees the key.
  let addFilter: @convention(c) (GObject?, Filter, UnsafeMutableRawPointer?, Release?) -> CUnsignedInt
  /// `g_dbus_connection_remove_filter`
  let removeFilter: @convention(c) (GObject?, CUnsignedInt) -> Void
  /// `g_dbus_message_get_path`
  let path: @convention(c) (GObject?) -> CString?
  /// `g_dbus_message_get_interface`
  let interface: @convention(c) (GObject?) -> CString?
  /// `g_dbus_message_get_member`
  let member: @convention(c) (GObject?) -> CString?
  /// `g_dbus_message_get_arg0`
  let firstArgument: @convention(c) (GObject?) -> CString?
  /// `g_cancellable_new`
  let makeCancellable: @convention(c) () -> GObject?
  /// `g_cancellable_cancel`
  let cancel: Release
  /// `g_object_unref`
  let freeObject: Release
  /// `g_quark_to_string`
  let name: @convention(c) (CUnsignedInt) -> CString?
  /// `g_error_free`
  let freeError: @convention(c) (GError?) -> Void
}

extension LibSecret: LibraryBindings {
  static let name = "libsecret-1.so.0"

  init(of library: DynamicLibrary) throws(DynamicLibraryError) {
    store = try library["secret_password_storev_sync"]
    lookUp = try library["secret_password_lookupv_nonpageable_sync"]
    clear = try library["secret_password_clearv_sync"]
    search = try library["secret_password_searchv_sync"]
    value = try library["secret_retrievable_retrieve_secret_sync"]
    valueText = try library["secret_value_get_text"]
    freeValue = try library["secret_value_unref"]
    delete = try library["secret_item_delete_sync"]
    freeText = try library["secret_password_free"]
    disconnectService = try library["secret_service_disconnect"]
    makeTable = try library["g_hash_table_new"]
    insert = try library["g_hash_table_insert"]
    freeTable = try library["g_hash_table_unref"]
    hash = try library["g_str_hash"]
    isEqual = try library["g_str_equal"]
    listItem = try library["g_list_nth_data"]
    freeList = try library["g_list_free_full"]
    bus = try library["g_bus_get_sync"]
    setExitOnClose = try library["g_dbus_connection_set_exit_on_close"]
    isClosed = try library["g_dbus_connection_is_closed"]
    addFilter = try library["g_dbus_connection_add_filter"]
    removeFilter = try library["g_dbus_connection_remove_filter"]
    path = try library["g_dbus_message_get_path"]
    interface = try library["g_dbus_message_get_interface"]
    member = try library["g_dbus_message_get_member"]
    firstArgument = try library["g_dbus_message_get_arg0"]
    makeCancellable = try library["g_cancellable_new"]
    cancel = try library["g_cancellable_cancel"]
    freeObject = try library["g_object_unref"]
    self.name = try library["g_quark_to_string"]
    freeError = try library["g_error_free"]
  }
}
