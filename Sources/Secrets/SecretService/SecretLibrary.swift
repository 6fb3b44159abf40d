import CSecret
import DynamicLibraries

/// The functions of libsecret, which speaks to the desktop's keyring by the [Secret Service API][1],
/// and of GLib, which it brings along; found when the keyring is wanted.
///
/// [1]: https://specifications.freedesktop.org/secret-service/latest/
struct SecretLibrary: Sendable {
  /// `GHashTable`, `GCancellable`, `GList`, `GDBusConnection`, `GDBusMessage`, `SecretItem`, `SecretValue`
  typealias Object = OpaquePointer
  typealias Text = UnsafePointer<CChar>
  typealias Schema = UnsafePointer<CSecretSchema>
  typealias Failure = UnsafeMutablePointer<CSecretError>
  typealias FailurePlace = UnsafeMutablePointer<Failure?>
  typealias Hash = @convention(c) (UnsafeRawPointer?) -> CUnsignedInt
  typealias Equality = @convention(c) (UnsafeRawPointer?, UnsafeRawPointer?) -> CInt
  typealias Release = @convention(c) (Object?) -> Void
  /// `GDBusMessageFilterFunction`: connection, message, whether it comes in, key.
  typealias Filter =
    @convention(c) (Object?, Object?, CInt, UnsafeMutableRawPointer?) -> Object?

  /// `secret_password_storev_sync`: attributes, collection, label, what is to be kept.
  let store: @convention(c) (Schema, Object?, Text?, Text, Text, Object?, FailurePlace) -> CInt
  /// `secret_password_lookupv_sync`, which unlocks what it finds.
  let lookUp:
    @convention(c) (Schema, Object?, Object?, FailurePlace) -> UnsafeMutablePointer<CChar>?
  /// `secret_password_searchv_sync`, which finds what is locked, too: flags, a list of items.
  let search: @convention(c) (Schema, Object?, CInt, Object?, FailurePlace) -> Object?
  /// `secret_retrievable_retrieve_secret_sync`
  let value: @convention(c) (Object?, Object?, FailurePlace) -> Object?
  /// `secret_value_get_text`
  let valueText: @convention(c) (Object?) -> Text?
  /// `secret_value_unref`
  let freeValue: Release
  /// `secret_item_delete_sync`
  let delete: @convention(c) (Object?, Object?, FailurePlace) -> CInt
  /// `secret_password_free`
  let freeText: @convention(c) (UnsafeMutablePointer<CChar>?) -> Void
  /// `secret_service_disconnect`
  let forgetService: @convention(c) () -> Void

  /// `g_hash_table_new`
  let makeTable: @convention(c) (Hash, Equality) -> Object?
  /// `g_hash_table_insert`
  let insert: @convention(c) (Object?, Text, Text) -> CInt
  /// `g_hash_table_unref`
  let freeTable: Release
  /// `g_str_hash`
  let hash: Hash
  /// `g_str_equal`
  let isEqual: Equality
  /// `g_list_nth_data`: `nil` behind the end.
  let listed: @convention(c) (Object?, CUnsignedInt) -> Object?
  /// `g_list_free_full`
  let freeList: @convention(c) (Object?, Release) -> Void
  /// `g_bus_get_sync`: which bus of the two.
  let bus: @convention(c) (CInt, Object?, FailurePlace) -> Object?
  /// `g_dbus_connection_set_exit_on_close`
  let setEndsProcess: @convention(c) (Object?, CInt) -> Void
  /// `g_dbus_connection_is_closed`
  let isClosed: @convention(c) (Object?) -> CInt
  /// `g_dbus_connection_add_filter`: filter, key, what lets go of the key.
  let addFilter:
    @convention(c) (Object?, Filter, UnsafeMutableRawPointer?, Release?) -> CUnsignedInt
  /// `g_dbus_connection_remove_filter`
  let removeFilter: @convention(c) (Object?, CUnsignedInt) -> Void
  /// `g_dbus_message_get_path`
  let path: @convention(c) (Object?) -> Text?
  /// `g_dbus_message_get_interface`
  let interface: @convention(c) (Object?) -> Text?
  /// `g_dbus_message_get_member`
  let member: @convention(c) (Object?) -> Text?
  /// `g_dbus_message_get_arg0`
  let firstArgument: @convention(c) (Object?) -> Text?
  /// `g_cancellable_new`
  let makeCancellable: @convention(c) () -> Object?
  /// `g_cancellable_cancel`
  let cancel: Release
  /// `g_object_unref`
  let freeObject: Release
  /// `g_quark_to_string`
  let name: @convention(c) (CUnsignedInt) -> Text?
  /// `g_error_free`
  let freeFailure: @convention(c) (Failure?) -> Void
}

extension SecretLibrary: CFunctions {
  static let name = "libsecret-1.so.0"

  init(of library: DynamicLibrary) throws(DynamicLibraryError) {
    store = try library["secret_password_storev_sync"]
    lookUp = try library["secret_password_lookupv_sync"]
    search = try library["secret_password_searchv_sync"]
    value = try library["secret_retrievable_retrieve_secret_sync"]
    valueText = try library["secret_value_get_text"]
    freeValue = try library["secret_value_unref"]
    delete = try library["secret_item_delete_sync"]
    freeText = try library["secret_password_free"]
    forgetService = try library["secret_service_disconnect"]
    makeTable = try library["g_hash_table_new"]
    insert = try library["g_hash_table_insert"]
    freeTable = try library["g_hash_table_unref"]
    hash = try library["g_str_hash"]
    isEqual = try library["g_str_equal"]
    listed = try library["g_list_nth_data"]
    freeList = try library["g_list_free_full"]
    bus = try library["g_bus_get_sync"]
    setEndsProcess = try library["g_dbus_connection_set_exit_on_close"]
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
    freeFailure = try library["g_error_free"]
  }
}
