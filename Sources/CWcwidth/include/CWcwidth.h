#pragma once

#include <stdint.h>

/// How many columns a code point takes on a terminal: 0, 1 or 2, or -1 for what cannot be printed.
///
/// It is the C library's answer, which is also what ncurses counts with, asked in a UTF-8 locale of its own so that
/// columns are counted alike under every locale of the process. Swift does not see wcwidth(): glibc shows it only
/// when _XOPEN_SOURCE is defined.
int terminal_columns(uint32_t code_point);
