#pragma once

#include <sys/types.h>
#include <stdbool.h>
#include <stddef.h>
#include <termios.h>

#include "MainQueue.h"

// Restores the terminal on every exit. Signal handlers must be async-signal-safe, so this module is written in C.

/// Installs the handlers of all exits: crashes on any thread, fatal signals and exit(3).
///
/// `terminal` is the descriptor for painting. `capture` is the file that standard output and standard error are redirected
/// to; its end is printed to `standard_error`, the original one, after the restore. HUP, INT and QUIT stay ignored if they
/// are (nohup). PIPE and XFSZ become ignored: a write fails instead.
void terminal_guard_arm(int terminal, int capture, int standard_error);

// The next three functions belong to the thread that has called `terminal_guard_arm`. They do not return when another
// thread ends the program.

/// Sets the modes and the restore sequence for the next restore, of at most 1024 bytes. Can be called again.
void terminal_guard_save(const struct termios *settings, const void *restore_sequence, size_t length);

/// Takes the terminal: sets raw mode and sends `bytes`, which enter the screen. Returns 0, or errno when the settings
/// cannot be changed.
int terminal_guard_enter(const struct termios *raw, const void *bytes, size_t length);

/// Sends all bytes to the terminal. They are lost when it is gone.
void terminal_guard_write(const void *bytes, size_t length);

/// Sets whether an answer to `ESC [ c` is pending. A restore within a second waits briefly for the answer and discards it:
/// the shell would get it as input.
void terminal_guard_await_answer(bool awaited);

/// Records a mouse event. A restore within a second sends `ESC [ c` and discards input up to the answer, so that no mouse
/// report reaches the shell.
void terminal_guard_note_mouse(void);

/// Restores the terminal if it is held, with a write timeout. Does not return when another thread ends the program.
void terminal_guard_restore(void);

/// Prints the end of the captured output to the original standard error, without control characters and characters
/// that hide or reorder text.
void terminal_guard_report(void);

/// Restores the default signal handlers, except for PIPE and XFSZ, which stay ignored, and Swift's crash handler, which
/// prompts on the terminal.
void terminal_guard_disarm(void);

/// The terminal events since the last call.
enum terminal_event {
    terminal_event_resized = 1,
    terminal_event_stop_requested = 2,
    terminal_event_continued = 4,
};

/// Handles WINCH, TSTP and CONT. Returns a descriptor that is readable when one has arrived, or -1.
int terminal_events_open(void);

/// Restores the default handlers of these signals.
void terminal_events_close(void);

/// Returns the events since the last call as a set and resets the descriptor.
unsigned terminal_events_take(void);

/// Stops the job as Ctrl-Z does. Returns when it is continued.
void terminal_events_stop_job(void);

/// Stops the job until it is in the foreground of the terminal.
void terminal_events_await_foreground(int terminal);

/// Creates an anonymous memory file, which no child process inherits; -1 on failure. `label` is for /proc.
int terminal_memory_file(const char *label);

/// Whether a server listens on this Unix socket. A server that was killed leaves its socket behind.
bool terminal_has_listener(const char *path);
