#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <termios.h>

#include "MainQueue.h"

// Gives the terminal back, whatever way the program ends. Whatever runs inside a signal handler is C and calls
// functions only that POSIX allows there; that is why this room is not written in Swift.

/// Takes charge of the ways out: crashes on any thread, the signals that end a program, and exit(3).
///
/// `terminal` is what was opened on it for painting; `capture` is the file that standard output and standard error
/// were redirected to, whose end is printed to `standard_error`, the true one, once the terminal is given back.
/// HUP, INT and QUIT stay ignored when they are (nohup). PIPE and XFSZ are ignored from here on: a write fails instead.
void terminal_guard_arm(int terminal, int capture, int standard_error);

// The three functions that follow belong to the thread that has called `terminal_guard_arm`. An end is final: once it has
// begun on another thread they do not return, and the terminal stays as the end has left it.

/// From now on the terminal is restored with these settings and these bytes. May be called again with others.
/// At most 1024 bytes are kept.
void terminal_guard_save(const struct termios *settings, const void *leave, size_t length);

/// Takes the terminal, which is restored from here on: sets it raw, and sends what enters the screen. Returns 0, or the
/// number of the error when its settings cannot be changed.
int terminal_guard_enter(const struct termios *raw, const void *bytes, size_t length);

/// Sends all of the bytes to the terminal. When it is gone they are lost.
void terminal_guard_write(const void *bytes, size_t length);

/// From now on an answer of the terminal may be on its way that ends as the one to `ESC [ c` does, or none any more. When
/// the terminal is given back within a second, the answer is waited for, for a moment, and taken: the shell would get it
/// as if it had been typed.
void terminal_guard_await_answer(bool awaited);

/// The mouse was heard just now: when the terminal is given back within a second, what the mouse has done since is waited
/// for, for a moment, and taken, and the terminal is asked `ESC [ c` to learn when that has come.
void terminal_guard_heard_mouse(void);

/// Restores the terminal if it is held, without ever waiting for a terminal that does not take the bytes. Does not
/// return when another thread ends the program.
void terminal_guard_restore(void);

/// Prints the end of what was captured to the true standard error, without control characters and without
/// those that hide or reorder text.
void terminal_guard_report(void);

/// Lets the signals have their default effect again, but PIPE and XFSZ stay ignored; Swift's own crash handler is not
/// put back, for it asks questions on the terminal.
void terminal_guard_disarm(void);

/// From now on `file` is removed and then `folder`, if it is empty, when the program ends by exit(3), by a signal or
/// by a crash. That holds with or without a screen; but while there is none, signals are left alone that are ignored
/// or handled by others, as crashes and QUIT are by Swift's own handler.
///
/// Both names are copied; `folder` may be NULL. A call replaces the names of the one before, and NULL for `file`, or a
/// name of PATH_MAX bytes or more, forgets them. To be called on one thread, as the functions above.
void terminal_guard_remove_at_end(const char *file, const char *folder);

/// What has happened since it was last asked.
enum terminal_event {
    terminal_event_resized = 1,
    terminal_event_stop_requested = 2,
    terminal_event_continued = 4,
};

/// Listens to WINCH, TSTP and CONT. Returns a descriptor that becomes readable when one has come, or -1.
int terminal_events_open(void);

/// Lets these signals have their default effect again.
void terminal_events_close(void);

/// The events since the last call, as a set; the descriptor is not readable any more.
unsigned terminal_events_take(void);

/// Stops the whole job as Ctrl-Z does, and returns when it is continued.
void terminal_events_stop_job(void);

/// Waits until the job is in the foreground of the terminal: a job sent to the background stops here.
void terminal_events_await_foreground(int terminal);

/// A file in memory without a name, which no child process inherits; -1 when the system refuses. `label` is for
/// /proc.
int terminal_memory_file(const char *label);

/// A pipe to the program itself, which no child process inherits: `ends` are where it is read, without waiting, and
/// written. Returns how many bytes it holds, whatever pieces they come in; 0 or less when the system refuses.
int terminal_memory_pipe(int ends[2]);
