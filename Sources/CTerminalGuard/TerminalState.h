#pragma once

#include <stdbool.h>
#include <stddef.h>

// The terminal between the screen, which takes it and writes to it on one thread, and the end of the program, which can
// begin on any thread and inside a signal handler. Everything here calls functions only that POSIX allows there.

// How long a terminal that takes no bytes can delay the end.
enum { WRITE_TIMEOUT_MS = 300 };

// Milliseconds of the monotonic clock.
long milliseconds(void);

// Writes as much as is taken before the deadline. `descriptor` must not block for 512 bytes when poll(2) says it is ready.
void send_bytes(int descriptor, const char *bytes, size_t length, long deadline);

// Opens the terminal of a descriptor anew, so that writes do not block; -1 when that fails. The descriptor itself is
// shared with the shell, and so is its mode.
int open_terminal(int descriptor);

// The calling thread is the screen's from now on, and `output` is what it writes to.
void terminal_state_open(int output);
void terminal_state_close(void);

// Begins the end of the program. False when it has begun already.
bool terminal_begin_end(void);

// Restores the terminal after `terminal_begin_end`, whatever the thread of the screen was doing.
void terminal_restore_at_end(void);

// Waits for another thread that ends the program. Returns when that has taken too long.
void terminal_await_end(void);
