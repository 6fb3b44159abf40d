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
