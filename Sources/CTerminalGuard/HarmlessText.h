#pragma once

#include <stdbool.h>
#include <stddef.h>

// Replaces control characters and characters that hide or reorder text by question marks, and returns the unchanged length.
// Async-signal-safe.
size_t without_controls(char *text, size_t length);
