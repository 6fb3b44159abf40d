// A library for LD_PRELOAD that lets one call of a C function fail; `scripts/failures.py` compiles and drives it.
//
// calls.h, which the script generates, has for each function its name, its failure value and its `errno`. A function is
// intercepted only if its caller is the program or Swift's overlay of the C library. `malloc` and its kin fail if their
// caller is the library that INJECT_TARGET names ("malloc@libcairo.so.2"); those of the program end it by design.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <execinfo.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

struct call { const char *name; int64_t value; int error; };
static const struct call calls[] = {
#include "calls.h"
};
enum { call_count = sizeof calls / sizeof *calls, library_count = 128 };

// The counts, in a file that the script reads: they outlive any end of the program.
struct record {
  uint32_t fired;
  uint32_t signal;
  uint64_t crash_offset;
  char crash_library[48];
  char crash_function[64];  // The function of the library that the program called.
  uint32_t counts[call_count];
  struct { char name[60]; uint32_t count; } libraries[library_count];
};
static struct record *record;
static void *real[call_count];
static uint64_t target_number;
static int target = -1;
static char target_library[60];
static _Thread_local int is_busy;

static const char *library_of(void *address) {
  struct dl_find_object found;
  if (_dl_find_object(address, &found) != 0) return "?";
  const char *path = found.dlfo_link_map->l_name, *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;  // The program has the name "".
}

static int is_program(void *caller) {
  const char *library = library_of(caller);
  return !*library || !strcmp(library, "libswiftGlibc.so");
}

// Counts a call, and returns whether it is the one that fails.
static int is_hit(uint32_t *count, int is_target) {
  uint32_t number = __atomic_add_fetch(count, 1, __ATOMIC_RELAXED);
  if (!is_target || number != target_number) return 0;
  record->fired = 1;
  return 1;
}

__attribute__((visibility("hidden"))) int inject_fails(int index, void *caller) {
  if (!record || !is_program(caller)) return 0;
  if (!is_hit(&record->counts[index], target == index)) return 0;
  errno = calls[index].error;
  return 1;
}

__attribute__((visibility("hidden"))) int64_t inject_value(int index) { return calls[index].value; }

__attribute__((visibility("hidden"))) void *inject_real(int index) {
  // `dlsym` is one of the functions.
  static void *(*find)(void *, const char *);
  if (!find) find = dlvsym(RTLD_NEXT, "dlsym", "GLIBC_2.34");
  if (!real[index]) real[index] = find(RTLD_NEXT, calls[index].name);
  return real[index];
}

// Finds the function that the program called, in the calls that have led to an address, or without one to this function.
static void note_function(void *address) {
  void *frames[256];
  int count = backtrace(frames, 256), index = 0;
  while (address && index < count && frames[index] != address) index++;
  while (index + 1 < count && !is_program(frames[index + 1])) index++;
  if (index + 1 >= count) return;
  // A function that only jumps to another one, which is not exported, is not among the calls.
  Dl_info information;
  while (index > 0 && !(dladdr(frames[index], &information) && information.dli_sname)) index--;
  if (index > 0) strncpy(record->crash_function, information.dli_sname, sizeof record->crash_function - 1);
}

static int allocation_fails(void *caller) {
  if (!record || is_busy) return 0;
  is_busy = 1;
  const char *library = library_of(caller);
  int slot = 0, fails = 0;
  if (*library) {
    while (slot < library_count && record->libraries[slot].name[0] && strcmp(record->libraries[slot].name, library)) slot++;
    if (slot < library_count) {
      if (!record->libraries[slot].name[0]) strncpy(record->libraries[slot].name, library, 59);
      fails = is_hit(&record->libraries[slot].count, !strcmp(library, target_library));
    }
  }
  // cairo without memory may jump to an address from which no calls can be found.
  if (fails) note_function(NULL);
  is_busy = 0;
  if (fails) errno = ENOMEM;
  return fails;
}

void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t), *__libc_realloc(void *, size_t), *__libc_memalign(size_t, size_t);
#define CALLER __builtin_return_address(0)
void *malloc(size_t size) { return allocation_fails(CALLER) ? NULL : __libc_malloc(size); }
void *calloc(size_t count, size_t size) { return allocation_fails(CALLER) ? NULL : __libc_calloc(count, size); }
void *realloc(void *start, size_t size) { return allocation_fails(CALLER) ? NULL : __libc_realloc(start, size); }
int posix_memalign(void **start, size_t alignment, size_t size) {
  if (allocation_fails(CALLER)) return ENOMEM;
  *start = __libc_memalign(alignment, size);
  return *start ? 0 : ENOMEM;
}
static char *copy(const char *text, size_t length) {
  char *result = __libc_malloc(length + 1);
  if (result) *(char *)mempcpy(result, text, length) = 0;
  return result;
}
#undef strdup
#undef strndup
char *strdup(const char *text) { return allocation_fails(CALLER) ? NULL : copy(text, strlen(text)); }
char *strndup(const char *text, size_t n) { return allocation_fails(CALLER) ? NULL : copy(text, strnlen(text, n)); }

// A server without memory for a pixmap refuses it as it refuses this size: with BadAlloc, later.
#ifdef PIXMAP
unsigned long XCreatePixmap(void *display, unsigned long drawable, unsigned width, unsigned height, unsigned depth) {
  unsigned long (*create)(void *, unsigned long, unsigned, unsigned, unsigned) = inject_real(PIXMAP);
  if (inject_fails(PIXMAP, CALLER)) width = height = 40000;
  return create(display, drawable, width, height, depth);
}
#endif

// `dlerror` explains only a real failure.
#ifdef LIBRARY
void *dlopen(const char *name, int flags) {
  void *(*open_library)(const char *, int) = inject_real(LIBRARY);
  return open_library(inject_fails(LIBRARY, CALLER) ? "failing.so" : name, flags);
}
#endif

static void note_crash(int number, siginfo_t *information, void *context) {
  if (record->signal) {
    signal(number, SIG_DFL);
    raise(number);
  }
  uint64_t address = ((ucontext_t *)context)->uc_mcontext.gregs[REG_RIP];
  struct dl_find_object found;
  record->signal = number;
  if (_dl_find_object((void *)address, &found) == 0) {
    record->crash_offset = address - found.dlfo_link_map->l_addr;
    strncpy(record->crash_library, library_of((void *)address), 47);
  }
  is_busy = 1;
  note_function((void *)address);
  signal(number, SIG_DFL);
  raise(number);
}

__attribute__((constructor)) static void start(void) {
  const char *path = getenv("INJECT_RECORD"), *program = getenv("INJECT_PROGRAM"), *name = getenv("INJECT_TARGET");
  char self[4096];
  ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
  if (!path || !program || length < 0) return;
  self[length] = 0;
  if (strcmp(self, program)) return;
  int file = open(path, O_RDWR);
  void *start = file < 0 ? MAP_FAILED : mmap(NULL, sizeof *record, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (file >= 0) close(file);
  if (start == MAP_FAILED) return;
  if (name) {
    char *colon = strrchr(name, ':');
    size_t length = colon - name;
    target_number = strtoull(colon + 1, NULL, 10);
    if (!strncmp(name, "malloc@", 7)) strncpy(target_library, name + 7, length - 7 < 59 ? length - 7 : 59);
    for (int index = 0; index < call_count; index++) {
      if (strlen(calls[index].name) == length && !strncmp(calls[index].name, name, length)) target = index;
    }
  }
  int signals[] = {SIGSEGV, SIGILL, SIGABRT, SIGBUS, SIGFPE, SIGTRAP};
  struct sigaction action = {.sa_sigaction = note_crash, .sa_flags = SA_SIGINFO | SA_NODEFER | SA_ONSTACK};
  // Also for the end of the stack of the main thread.
  static char alternative[1 << 16];
  sigaltstack(&(stack_t){.ss_sp = alternative, .ss_size = sizeof alternative}, NULL);
  for (size_t index = 0; index < sizeof signals / sizeof *signals; index++) sigaction(signals[index], &action, NULL);
  unsetenv("LD_PRELOAD");
  backtrace((void *[1]){}, 1);  // Loads the library that it needs.
  record = start;
}
