// The parts of the binary interfaces of libSM and libICE that the program uses. The libraries are
// opened at run time, so neither they nor their headers are needed to build. These interfaces have
// not changed since X11R6 (1994).

typedef struct _SmcConn *CXSessionConnection;

// SmPropValue
typedef struct {
  int length;
  void *bytes;
} CXSessionValue;

// SmProp
typedef struct {
  char *name;
  char *type;
  int count;
  CXSessionValue *values;
} CXSessionProperty;

// SmcCallbacks
typedef struct {
  void (*saveYourself)(CXSessionConnection connection, void *context, int kind, int isShutdown,
                       int interaction, int isFast);
  void *saveYourselfContext;
  void (*die)(CXSessionConnection connection, void *context);
  void *dieContext;
  void (*saveComplete)(CXSessionConnection connection, void *context);
  void *saveCompleteContext;
  void (*shutdownCancelled)(CXSessionConnection connection, void *context);
  void *shutdownCancelledContext;
} CXSessionCallbacks;
