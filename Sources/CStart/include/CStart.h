#pragma once

// What the program does first.

/// Prefaults the pages of global variables. Call it while there is one thread.
///
/// Otherwise the first write to each page copies it and interrupts every processor that runs a thread of the program
/// (Docs/Decisions/0019-optimizations.md).
void start_prefault_variables(void);

/// Opens /dev/null as standard input, output or error where the program was started without them. Call it before anything
/// else is opened, which would get the descriptor of the missing stream.
///
/// Reading and writing these descriptors fails, as for a closed stream.
void start_open_standard_streams(void);
