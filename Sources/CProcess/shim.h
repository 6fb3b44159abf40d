#include <pthread.h>
#include <semaphore.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>

// prctl is variadic, which Swift cannot call.
static inline int tactile_set_dumpable(int is_dumpable) {
  return prctl(PR_SET_DUMPABLE, is_dumpable, 0, 0, 0);
}

// GNU's own since glibc 2.31, which the headers leave out for Swift (pthread_timedjoin_np(3)).
int pthread_clockjoin_np(
    pthread_t thread, void **value, clockid_t clock, const struct timespec *end);

// The same (sem_clockwait(3)).
int sem_clockwait(sem_t *semaphore, clockid_t clock, const struct timespec *end);
