// Counts retains with the hooks of the Swift runtime for Instruments
// (https://github.com/swiftlang/swift/blob/main/stdlib/public/runtime/HeapObject.cpp).
#include "allocation_count.h"

#include <stdbool.h>
#include <stddef.h>

extern void *(*_swift_retain)(void *object);
extern void *(*_swift_retain_n)(void *object, unsigned times);
extern bool _swift_enableSwizzlingOfAllocationAndRefCountingFunctions_forInstrumentsOnly;

static long count;
static void *(*retain)(void *object);
static void *(*retain_n)(void *object, unsigned times);

static void *counting_retain(void *object) {
  count++;
  return retain(object);
}

static void *counting_retain_n(void *object, unsigned times) {
  count++;
  return retain_n(object, times);
}

void begin_counting_retains(void) {
  if (!retain) {
    retain = _swift_retain;
    retain_n = _swift_retain_n;
    _swift_retain = counting_retain;
    _swift_retain_n = counting_retain_n;
  }
  count = 0;
  _swift_enableSwizzlingOfAllocationAndRefCountingFunctions_forInstrumentsOnly = true;
}

long end_counting_retains(void) {
  _swift_enableSwizzlingOfAllocationAndRefCountingFunctions_forInstrumentsOnly = false;
  return count;
}
