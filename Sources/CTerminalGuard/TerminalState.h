#pragma once

#include <stdbool.h>
#include <stddef.h>

// The terminal state, shared by the screen thread and the exit of the program, which can begin on any thread and in a
// signal handler. Everything here is async-signal-safe.

// The write timeout for a terminal that takes no bytes during the exit.
enum { WRITE_TIMEOUT_MS = 300 };

// The monotonic clock in milliseconds.
long milliseconds(void);

// Writes until the deadline. `descriptor` must take 512 bytes without blocking when poll(2) reports it ready.
void send_bytes(int descriptor, const char *bytes, size_t length, long deadline);

// Opens the terminal of a descriptor again, non-blocking; -1 on failure. The mode of the descriptor itself is shared with
// the shell.
int open_terminal(int descriptor);

// Makes the calling thread the screen thread, which writes to `output`.
void terminal_state_open(int output);
void terminal_state_close(void);

// Begins the exit. False when it has already begun.
bool terminal_begin_end(void);

// Restores the terminal after `terminal_begin_end`, in any state of the screen thread.
void terminal_restore_at_end(void);

// Waits for the thread that ends the program, with a limit.
void terminal_await_end(void);
