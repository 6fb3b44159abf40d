// The parts of the binary interfaces of libsecret-1 and GLib that the program uses. The libraries
// are opened at run time, so neither they nor their headers are needed to build. These interfaces
// have not changed since libsecret 0.19 and GLib 2.0.

// GError
typedef struct {
  unsigned int domain;
  int code;
  const char *message;
} CSecretError;

// GIOErrorEnum (gio/gioenums.h)
enum {
  G_IO_ERROR_CANCELLED = 19,
  G_IO_ERROR_TIMED_OUT = 24,
};

// GDBusError (gio/gioenums.h)
enum {
  G_DBUS_ERROR_SERVICE_UNKNOWN = 2,
  G_DBUS_ERROR_NAME_HAS_NO_OWNER = 3,
  G_DBUS_ERROR_NO_REPLY = 4,
  G_DBUS_ERROR_TIMEOUT = 12,
  G_DBUS_ERROR_UNKNOWN_METHOD = 19,
  G_DBUS_ERROR_TIMED_OUT = 20,
  G_DBUS_ERROR_UNKNOWN_OBJECT = 41,
};

// SecretError (libsecret/secret-types.h)
enum {
  SECRET_ERROR_IS_LOCKED = 2,
  SECRET_ERROR_NO_SUCH_OBJECT = 3,
};

// SecretSearchFlags (libsecret/secret-service.h)
enum { SECRET_SEARCH_NONE = 0, SECRET_SEARCH_ALL = 2 };

// GBusType (gio/gioenums.h)
enum { G_BUS_TYPE_SESSION = 2 };

// SecretSchemaAttribute: 0 is a string.
typedef struct {
  const char *name;
  int type;
} CSecretAttribute;

// SecretSchema
typedef struct {
  const char *name;
  int flags;
  CSecretAttribute attributes[32];
  int reserved;
  void *more[7];
} CSecretSchema;

_Static_assert(sizeof(CSecretSchema) == 592 || sizeof(void *) != 8, "as SecretSchema");

// In a Swift literal, all 32 attributes would be required.
static inline const CSecretSchema *tactile_secret_schema(void) {
  static const CSecretSchema schema = {"org.tactile.Verifier", 0, {{"purpose", 0}}, 0, {0}};
  return &schema;
}

// These functions return static strings, because a table of attributes keeps the pointers longer
// than Swift guarantees them.
static inline const char *tactile_secret_purpose(void) { return "purpose"; }
static inline const char *tactile_secret_password(void) { return "password"; }

// The schema of GnuPG's pinentry (pinentry/password-cache.c), whose entries all pinentries share.
static inline const CSecretSchema *tactile_passphrase_schema(void) {
  static const CSecretSchema schema = {
      "org.gnupg.Passphrase", 0, {{"stored-by", 0}, {"keygrip", 0}}, 0, {0}};
  return &schema;
}

static inline const char *tactile_passphrase_key(void) { return "keygrip"; }
static inline const char *tactile_passphrase_creator_key(void) { return "stored-by"; }
static inline const char *tactile_passphrase_creator(void) { return "GnuPG Pinentry"; }

// GHashTable, GCancellable, GList, GDBusConnection, GDBusMessage, SecretItem and SecretValue
typedef struct CSecretObject CSecretObject;
typedef unsigned int (*CSecretHash)(const void *_Nullable);
typedef int (*CSecretEquality)(const void *_Nullable, const void *_Nullable);
typedef void (*CSecretRelease)(CSecretObject *_Nullable);
// GDBusMessageFilterFunction: the connection, the message, whether it is incoming, and the key of the filter.
typedef CSecretObject *_Nullable (*CSecretFilter)(
    CSecretObject *_Nullable, CSecretObject *_Nullable, int, void *_Nullable);

// The functions of the library that the program calls: their name in Swift and in the library, the result, and the
// parameters. They are declared only here: as pointers in a structure, and as a table of the names in its order.
#define CSECRET_FUNCTIONS(FUNCTION) \
  FUNCTION(store, secret_password_storev_sync, int, \
    (const CSecretSchema *, CSecretObject *_Nullable, const char *_Nullable, const char *, const char *, \
     CSecretObject *_Nullable, CSecretError *_Nullable *_Nonnull)) \
  FUNCTION(lookUp, secret_password_lookupv_nonpageable_sync, char *_Nullable, \
    (const CSecretSchema *, CSecretObject *_Nullable, CSecretObject *_Nullable, \
     CSecretError *_Nullable *_Nonnull)) \
  FUNCTION(clear, secret_password_clearv_sync, int, \
    (const CSecretSchema *, CSecretObject *_Nullable, CSecretObject *_Nullable, \
     CSecretError *_Nullable *_Nonnull)) \
  FUNCTION(search, secret_password_searchv_sync, CSecretObject *_Nullable, \
    (const CSecretSchema *, CSecretObject *_Nullable, int, CSecretObject *_Nullable, \
     CSecretError *_Nullable *_Nonnull)) \
  FUNCTION(value, secret_retrievable_retrieve_secret_sync, CSecretObject *_Nullable, \
    (CSecretObject *_Nullable, CSecretObject *_Nullable, CSecretError *_Nullable *_Nonnull)) \
  FUNCTION(valueText, secret_value_get_text, const char *_Nullable, (CSecretObject *_Nullable)) \
  FUNCTION(freeValue, secret_value_unref, void, (CSecretObject *_Nullable)) \
  FUNCTION(delete, secret_item_delete_sync, int, \
    (CSecretObject *_Nullable, CSecretObject *_Nullable, CSecretError *_Nullable *_Nonnull)) \
  FUNCTION(freeText, secret_password_free, void, (char *_Nullable)) \
  FUNCTION(disconnectService, secret_service_disconnect, void, (void)) \
  FUNCTION(makeTable, g_hash_table_new, CSecretObject *_Nullable, (CSecretHash, CSecretEquality)) \
  FUNCTION(insert, g_hash_table_insert, int, (CSecretObject *_Nullable, const char *, const char *)) \
  FUNCTION(freeTable, g_hash_table_unref, void, (CSecretObject *_Nullable)) \
  FUNCTION(hash, g_str_hash, unsigned int, (const void *_Nullable)) \
  FUNCTION(isEqual, g_str_equal, int, (const void *_Nullable, const void *_Nullable)) \
  FUNCTION(listItem, g_list_nth_data, CSecretObject *_Nullable, (CSecretObject *_Nullable, unsigned int)) \
  FUNCTION(freeList, g_list_free_full, void, (CSecretObject *_Nullable, CSecretRelease)) \
  FUNCTION(bus, g_bus_get_sync, CSecretObject *_Nullable, \
    (int, CSecretObject *_Nullable, CSecretError *_Nullable *_Nonnull)) \
  FUNCTION(setExitOnClose, g_dbus_connection_set_exit_on_close, void, (CSecretObject *_Nullable, int)) \
  FUNCTION(isClosed, g_dbus_connection_is_closed, int, (CSecretObject *_Nullable)) \
  FUNCTION(addFilter, g_dbus_connection_add_filter, unsigned int, \
    (CSecretObject *_Nullable, CSecretFilter, void *_Nullable, CSecretRelease _Nullable)) \
  FUNCTION(removeFilter, g_dbus_connection_remove_filter, void, (CSecretObject *_Nullable, unsigned int)) \
  FUNCTION(path, g_dbus_message_get_path, const char *_Nullable, (CSecretObject *_Nullable)) \
  FUNCTION(interface, g_dbus_message_get_interface, const char *_Nullable, (CSecretObject *_Nullable)) \
  FUNCTION(member, g_dbus_message_get_member, const char *_Nullable, (CSecretObject *_Nullable)) \
  FUNCTION(firstArgument, g_dbus_message_get_arg0, const char *_Nullable, (CSecretObject *_Nullable)) \
  FUNCTION(makeCancellable, g_cancellable_new, CSecretObject *_Nullable, (void)) \
  FUNCTION(cancel, g_cancellable_cancel, void, (CSecretObject *_Nullable)) \
  FUNCTION(freeObject, g_object_unref, void, (CSecretObject *_Nullable)) \
  FUNCTION(name, g_quark_to_string, const char *_Nullable, (unsigned int)) \
  FUNCTION(freeError, g_error_free, void, (CSecretError *_Nullable))

#define CSECRET_POINTER(swift_name, name, result, parameters) result(*_Nonnull swift_name) parameters;
#define CSECRET_NAME(swift_name, name, result, parameters) #name,

#pragma clang assume_nonnull begin
typedef struct {
  CSECRET_FUNCTIONS(CSECRET_POINTER)
} CSecretFunctions;

static inline const char *_Nonnull const *tactile_secret_names(void) {
  static const char *const names[] = {CSECRET_FUNCTIONS(CSECRET_NAME)};
  return names;
}
#pragma clang assume_nonnull end
