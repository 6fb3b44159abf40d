#pragma once

/// How often memory was asked for since the start of the program, by whatever part of it.
long allocation_count(void);

/// Begins to count how often an object is retained. Until the end of it no `String` may be copied:
/// the runtime's hook takes short ones, which are no objects, for some.
void begin_counting_retains(void);

/// Ends it, and tells how often one was.
long end_counting_retains(void);
