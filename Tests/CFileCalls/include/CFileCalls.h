#pragma once

// Notes which calls of fsync(2), link(2) and rename(2) a thread makes: the order of these is what survives a power cut.
//
// The functions take the place of the system's in the whole test program, and call the system as those do.

/// Begins to note the calls of this thread.
void file_calls_begin(void);

/// Ends it.
/// - Returns: a letter for each call: `f` for a file and `d` for a directory that is written to the disk, `l` for a link and `r` for
///   another name. It is valid until the thread begins again.
const char *file_calls_end(void);
