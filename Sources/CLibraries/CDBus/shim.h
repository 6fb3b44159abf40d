// The part of the binary interface of libdbus-1 that the program uses. The library is opened at run
// time, so neither the library nor its headers are needed to build. This interface has not changed
// since 1.0 (2006).

#include <stdint.h>

typedef struct {
  const char *name;
  const char *message;
  unsigned int reserved;
  void *padding;
} CDBusError;

// The fields are private to the library.
typedef struct {
  void *pointers[2];
  int words[10];
  void *pads[2];
} CDBusMessageIterator;

_Static_assert(sizeof(CDBusError) == 32 || sizeof(void *) != 8, "as DBusError");
_Static_assert(sizeof(CDBusMessageIterator) == 72 || sizeof(void *) != 8, "as DBusMessageIter");

// Connections, watches and messages.
typedef struct CDBusObject CDBusObject;
typedef uint32_t CDBusBool;
typedef CDBusBool (*CDBusAddWatch)(CDBusObject *_Nullable, void *_Nullable);
typedef void (*CDBusChangeWatch)(CDBusObject *_Nullable, void *_Nullable);

// The functions of the library that the program calls: their name in Swift and in the library, the result, and the
// parameters. They are declared only here: as pointers in a structure, and as a table of the names in its order.
#define CDBUS_FUNCTIONS(FUNCTION) \
  FUNCTION(openConnection, dbus_connection_open_private, CDBusObject *_Nullable, (const char *, CDBusError *)) \
  FUNCTION(freeError, dbus_error_free, void, (CDBusError *)) \
  FUNCTION(closeConnection, dbus_connection_close, void, (CDBusObject *)) \
  FUNCTION(releaseConnection, dbus_connection_unref, void, (CDBusObject *)) \
  FUNCTION(setMaximumMessageSize, dbus_connection_set_max_message_size, void, (CDBusObject *, long)) \
  FUNCTION(setMaximumReceivedSize, dbus_connection_set_max_received_size, void, (CDBusObject *, long)) \
  FUNCTION(setMaximumReceivedDescriptors, dbus_connection_set_max_received_unix_fds, void, \
    (CDBusObject *, long)) \
  FUNCTION(isConnected, dbus_connection_get_is_connected, CDBusBool, (CDBusObject *)) \
  FUNCTION(outgoingSize, dbus_connection_get_outgoing_size, long, (CDBusObject *)) \
  FUNCTION(dispatchStatus, dbus_connection_get_dispatch_status, int, (CDBusObject *)) \
  FUNCTION(setChangesSIGPIPE, dbus_connection_set_change_sigpipe, void, (CDBusBool)) \
  FUNCTION(setWatchFunctions, dbus_connection_set_watch_functions, CDBusBool, \
    (CDBusObject *, CDBusAddWatch, CDBusChangeWatch, CDBusChangeWatch, void *_Nullable, void *_Nullable)) \
  FUNCTION(watchDescriptor, dbus_watch_get_unix_fd, int, (CDBusObject *)) \
  FUNCTION(watchFlags, dbus_watch_get_flags, unsigned int, (CDBusObject *)) \
  FUNCTION(isWatchEnabled, dbus_watch_get_enabled, CDBusBool, (CDBusObject *)) \
  FUNCTION(handleWatch, dbus_watch_handle, CDBusBool, (CDBusObject *, unsigned int)) \
  FUNCTION(send, dbus_connection_send, CDBusBool, (CDBusObject *, CDBusObject *, uint32_t *)) \
  FUNCTION(takeMessage, dbus_connection_pop_message, CDBusObject *_Nullable, (CDBusObject *)) \
  FUNCTION(makeCall, dbus_message_new_method_call, CDBusObject *_Nullable, \
    (const char *, const char *, const char *, const char *)) \
  FUNCTION(setStartsOwner, dbus_message_set_auto_start, void, (CDBusObject *, CDBusBool)) \
  FUNCTION(makeReply, dbus_message_new_method_return, CDBusObject *_Nullable, (CDBusObject *)) \
  FUNCTION(makeError, dbus_message_new_error, CDBusObject *_Nullable, \
    (CDBusObject *, const char *, const char *)) \
  FUNCTION(makeSignal, dbus_message_new_signal, CDBusObject *_Nullable, \
    (const char *, const char *, const char *)) \
  FUNCTION(releaseMessage, dbus_message_unref, void, (CDBusObject *)) \
  FUNCTION(messageType, dbus_message_get_type, int, (CDBusObject *)) \
  FUNCTION(replySerial, dbus_message_get_reply_serial, uint32_t, (CDBusObject *)) \
  FUNCTION(errorName, dbus_message_get_error_name, const char *_Nullable, (CDBusObject *)) \
  FUNCTION(sender, dbus_message_get_sender, const char *_Nullable, (CDBusObject *)) \
  FUNCTION(destination, dbus_message_get_destination, const char *_Nullable, (CDBusObject *)) \
  FUNCTION(path, dbus_message_get_path, const char *_Nullable, (CDBusObject *)) \
  FUNCTION(interface, dbus_message_get_interface, const char *_Nullable, (CDBusObject *)) \
  FUNCTION(member, dbus_message_get_member, const char *_Nullable, (CDBusObject *)) \
  FUNCTION(expectsNoReply, dbus_message_get_no_reply, CDBusBool, (CDBusObject *)) \
  FUNCTION(signature, dbus_message_get_signature, const char *_Nonnull, (CDBusObject *)) \
  FUNCTION(isSignal, dbus_message_is_signal, CDBusBool, (CDBusObject *, const char *, const char *)) \
  FUNCTION(beginReading, dbus_message_iter_init, CDBusBool, (CDBusObject *, CDBusMessageIterator *)) \
  FUNCTION(argumentType, dbus_message_iter_get_arg_type, int, (CDBusMessageIterator *)) \
  FUNCTION(argumentSignature, dbus_message_iter_get_signature, char *_Nullable, (CDBusMessageIterator *)) \
  FUNCTION(freeText, dbus_free, void, (void *_Nullable)) \
  FUNCTION(enter, dbus_message_iter_recurse, void, (CDBusMessageIterator *, CDBusMessageIterator *)) \
  FUNCTION(readBasic, dbus_message_iter_get_basic, void, (CDBusMessageIterator *, void *)) \
  FUNCTION(advance, dbus_message_iter_next, CDBusBool, (CDBusMessageIterator *)) \
  FUNCTION(beginWriting, dbus_message_iter_init_append, void, (CDBusObject *, CDBusMessageIterator *)) \
  FUNCTION(writeBasic, dbus_message_iter_append_basic, CDBusBool, (CDBusMessageIterator *, int, const void *)) \
  FUNCTION(openContainer, dbus_message_iter_open_container, CDBusBool, \
    (CDBusMessageIterator *, int, const char *_Nullable, CDBusMessageIterator *)) \
  FUNCTION(closeContainer, dbus_message_iter_close_container, CDBusBool, \
    (CDBusMessageIterator *, CDBusMessageIterator *)) \
  FUNCTION(isSignature, dbus_signature_validate, CDBusBool, (const char *, CDBusError *_Nullable)) \
  FUNCTION(isType, dbus_signature_validate_single, CDBusBool, (const char *, CDBusError *_Nullable)) \
  FUNCTION(isPath, dbus_validate_path, CDBusBool, (const char *, CDBusError *_Nullable)) \
  FUNCTION(isInterface, dbus_validate_interface, CDBusBool, (const char *, CDBusError *_Nullable)) \
  FUNCTION(isMember, dbus_validate_member, CDBusBool, (const char *, CDBusError *_Nullable)) \
  FUNCTION(isBusName, dbus_validate_bus_name, CDBusBool, (const char *, CDBusError *_Nullable))

#define CDBUS_POINTER(swift_name, name, result, parameters) result(*_Nonnull swift_name) parameters;
#define CDBUS_NAME(swift_name, name, result, parameters) #name,

#pragma clang assume_nonnull begin
typedef struct {
  CDBUS_FUNCTIONS(CDBUS_POINTER)
} CDBusFunctions;

static inline const char *_Nonnull const *tactile_dbus_names(void) {
  static const char *const names[] = {CDBUS_FUNCTIONS(CDBUS_NAME)};
  return names;
}
#pragma clang assume_nonnull end
