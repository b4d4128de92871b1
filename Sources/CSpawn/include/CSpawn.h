#ifndef CSPAWN_H
#define CSPAWN_H

#include <sys/types.h>

/// Starts a program, searched in PATH, without the terminal: in a new session and process group, with the number of the process.
/// The arrays end with NULL. A descriptor of -1 stands for /dev/null; no other descriptor is inherited.
/// \returns 0, or an error number.
int spawn_program(
    pid_t *_Nonnull process, char *_Nullable const *_Nonnull arguments, char *_Nullable const *_Nonnull variables,
    int input, int output, int errors);

#endif
