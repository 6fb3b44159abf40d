#pragma once

/// Returns the number of allocations since the start of the program, in all its parts.
long allocation_count(void);

/// Starts counting retains of objects. Do not copy a `String` while counting: the runtime's hook
/// mistakes short strings for objects.
void begin_counting_retains(void);

/// Stops counting and returns the number of retains.
long end_counting_retains(void);
