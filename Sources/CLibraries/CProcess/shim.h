#include <pthread.h>
#include <semaphore.h>
#include <spawn.h>
#include <sys/inotify.h>
#include <sys/pidfd.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>

// Swift cannot call prctl, because it is variadic.
static inline int tactile_set_dumpable(int is_dumpable) {
  return prctl(PR_SET_DUMPABLE, is_dumpable, 0, 0, 0);
}

// GNU extensions that the headers do not declare for Swift (sem_clockwait(3), closefrom(3)).
int sem_clockwait(sem_t *semaphore, clockid_t clock, const struct timespec *end);
int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int first);

// The linker defines these symbols at the start of the program in memory and at the end of its code. Swift cannot
// declare them.
extern const char __executable_start, etext;

static inline const void *tactile_code_start(void) { return &__executable_start; }
static inline const void *tactile_code_end(void) { return &etext; }
