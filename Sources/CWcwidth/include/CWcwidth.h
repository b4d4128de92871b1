#pragma once

#include <stdint.h>

/// The width of a code point on a terminal: 0, 1 or 2 columns, or -1 for a code point that is not printable.
///
/// It is the width of wcwidth(3), which ncurses uses too, in a UTF-8 locale, so that it does not depend on the locale
/// of the process. Swift cannot call wcwidth: glibc declares it only with _XOPEN_SOURCE.
int terminal_columns(uint32_t code_point);
