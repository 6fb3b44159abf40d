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
