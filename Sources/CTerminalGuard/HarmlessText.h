#pragma once

#include <stdbool.h>
#include <stddef.h>

// Replaces what is to be kept from the terminal by question marks, and returns the length, which stays as it is. Whoever
// wrote it: no control character of it reaches the terminal, and none that hides or reorders text. Calls functions only
// that POSIX allows in a signal handler.
size_t without_controls(char *text, size_t length);
