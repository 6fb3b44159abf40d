#pragma once

/// How often memory was asked for since the start of the program, by whatever part of it.
long allocation_count(void);
