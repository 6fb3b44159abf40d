// Makes inputs faster than libFuzzer alone would: it clears and reads the counters of all code before and after each input, and
// notes all comparisons. Here it gets the counters of the pages that inputs have reached, and the comparisons of some inputs. The
// backtrace of each thrown error, which Swift Testing records, is left out.
// scripts/fuzz.sh compiles this file without instrumentation, and links calls of a function to the one with '__wrap_' before it.

#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>

enum { PAGE_SIZE = 4096, MAXIMUM_REACHED = 4096, INPUTS_FOR_COMPARISONS = 8 };

static uint8_t *first_counter, *last_counter;
// Two words for each counter.
static const uintptr_t *first_location;
// The whole pages of the counters.
static uint8_t *first_page, *last_page;
// The pages since the last input.
static uint8_t *reached[MAXIMUM_REACHED];
static size_t reached_count;
static struct sigaction previous;
static unsigned input_count;
static int notes_comparisons = 1;

void __real___sanitizer_cov_8bit_counters_init(uint8_t *start, uint8_t *end);
void __real___sanitizer_cov_pcs_init(const uintptr_t *start, const uintptr_t *end);

// Every module calls these with all counters of the program.
void __wrap___sanitizer_cov_8bit_counters_init(uint8_t *start, uint8_t *end) {
  first_counter = start;
  last_counter = end;
}

void __wrap___sanitizer_cov_pcs_init(const uintptr_t *start, const uintptr_t *end) {
  (void)end;
  first_location = start;
}

static void register_counters(uint8_t *start, uint8_t *end) {
  if (start == end) return;
  __real___sanitizer_cov_8bit_counters_init(start, end);
  __real___sanitizer_cov_pcs_init(first_location + 2 * (start - first_counter), first_location + 2 * (end - first_counter));
}

// Handles the first change of a counter in a page.
static void handle_fault(int signal, siginfo_t *info, void *context) {
  (void)context;
  uint8_t *page = (uint8_t *)((uintptr_t)info->si_addr & ~(uintptr_t)(PAGE_SIZE - 1));
  if (page < first_page || page >= last_page || reached_count == MAXIMUM_REACHED) {
    // The instruction is executed again, and the sanitizer reports it.
    sigaction(signal, &previous, NULL);
    return;
  }
  mprotect(page, PAGE_SIZE, PROT_READ | PROT_WRITE);
  reached[reached_count++] = page;
}

// The functions that the Swift runtime calls for a thrown error.
extern void *_swift_willThrow, *_swift_willThrowTypedImpl;

static void protect_pages(void) {
  _swift_willThrow = _swift_willThrowTypedImpl = NULL;
  first_page = (uint8_t *)(((uintptr_t)first_counter + PAGE_SIZE - 1) & ~(uintptr_t)(PAGE_SIZE - 1));
  last_page = (uint8_t *)((uintptr_t)last_counter & ~(uintptr_t)(PAGE_SIZE - 1));
  register_counters(first_counter, first_page);
  register_counters(last_page, last_counter);
  memset(first_page, 0, last_page - first_page);
  struct sigaction action = {.sa_sigaction = handle_fault, .sa_flags = SA_SIGINFO | SA_ONSTACK};
  sigaction(SIGSEGV, &action, &previous);
  mprotect(first_page, last_page - first_page, PROT_READ);
}

// Is called after each input.
void registerReachedCounters(void) {
  if (!first_page) protect_pages();
  while (reached_count > 0) {
    uint8_t *page = reached[--reached_count];
    register_counters(page, page + PAGE_SIZE);
  }
  notes_comparisons = ++input_count % INPUTS_FOR_COMPARISONS == 0;
}

#define WRAP(name, type)                                              \
  void __real___sanitizer_cov_trace_##name(type, type);               \
  void __wrap___sanitizer_cov_trace_##name(type a, type b) {          \
    if (notes_comparisons) __real___sanitizer_cov_trace_##name(a, b); \
  }

WRAP(cmp1, uint8_t)
WRAP(cmp2, uint16_t)
WRAP(cmp4, uint32_t)
WRAP(cmp8, uint64_t)
WRAP(const_cmp1, uint8_t)
WRAP(const_cmp2, uint16_t)
WRAP(const_cmp4, uint32_t)
WRAP(const_cmp8, uint64_t)

void __real___sanitizer_cov_trace_switch(uint64_t value, uint64_t *cases);
void __wrap___sanitizer_cov_trace_switch(uint64_t value, uint64_t *cases) {
  if (notes_comparisons) __real___sanitizer_cov_trace_switch(value, cases);
}
