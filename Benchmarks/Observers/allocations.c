// Counts the allocations of a program from outside, separately for each file whose code allocates:
// the program (including a static Swift runtime) and each library that it has loaded.
//
//   cc -shared -fPIC -O2 -o allocations.so allocations.c
//   LD_PRELOAD=./allocations.so ALLOCATION_COUNTS=/tmp/counts program
//
// The file always contains the current counts, as entries of 64 bytes: a name, then a number.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <link.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

enum { capacity = 256, name_size = 56 };

struct entry {
  char name[name_size];
  uint64_t count;
};

// The start address of the code of each file, in the order of the entries.
static const void *starts[capacity];
static size_t file_count;
static struct entry *entries;
static int lock;

static void name_entry(struct entry *entry, const char *path) {
  const char *slash = strrchr(path, '/');
  const char *name = slash ? slash + 1 : path;
  strncpy(entry->name, *name ? name : "program", name_size - 1);
}

// Returns the entry of a file. The last entry also counts all files beyond the capacity.
static struct entry *entry_of(const struct dl_find_object *file) {
  size_t index = 0;
  while (index < file_count && starts[index] != file->dlfo_map_start) index++;
  if (index == file_count && file_count < capacity) {
    starts[file_count++] = file->dlfo_map_start;
    name_entry(&entries[index], file->dlfo_link_map->l_name);
  }
  return &entries[index < capacity ? index : capacity - 1];
}

// Neither allocates nor waits for the loader: _dl_find_object takes no lock.
static void count(void *caller) {
  struct dl_find_object file;
  if (!entries || _dl_find_object(caller, &file)) return;
  while (__atomic_exchange_n(&lock, 1, __ATOMIC_ACQUIRE)) {
  }
  entry_of(&file)->count++;
  __atomic_store_n(&lock, 0, __ATOMIC_RELEASE);
}

__attribute__((constructor)) static void open_counts(void) {
  const size_t size = capacity * sizeof(struct entry);
  const char *path = getenv("ALLOCATION_COUNTS");
  int file = path ? open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600) : -1;
  if (file < 0) return;
  if (ftruncate(file, size) == 0) {
    void *map = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (map != MAP_FAILED) entries = map;
  }
  close(file);
}

void *malloc(size_t size) {
  count(__builtin_return_address(0));
  return __libc_malloc(size);
}

void *calloc(size_t items, size_t size) {
  count(__builtin_return_address(0));
  return __libc_calloc(items, size);
}

void *realloc(void *block, size_t size) {
  count(__builtin_return_address(0));
  return __libc_realloc(block, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  count(__builtin_return_address(0));
  return __libc_memalign(alignment, size);
}

void *memalign(size_t alignment, size_t size) {
  count(__builtin_return_address(0));
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **block, size_t alignment, size_t size) {
  count(__builtin_return_address(0));
  *block = __libc_memalign(alignment, size);
  return *block ? 0 : 12;
}
