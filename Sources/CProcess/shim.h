#include <sys/prctl.h>
#include <sys/signalfd.h>

// prctl is variadic, which Swift cannot call.
static inline int tactile_set_dumpable(int is_dumpable) {
  return prctl(PR_SET_DUMPABLE, is_dumpable, 0, 0, 0);
}
