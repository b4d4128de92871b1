#pragma once

// Has a signal come while the program is about to change the terminal, as the variable INTERRUPT says:
//
//     INTERRUPT="CALL SIGNAL THREAD"
//
// Before the main thread's call number CALL of tcsetattr(3) or write(2) on a terminal, SIGNAL is sent to the THREAD `main`
// or `other`. When it is the other one, the main thread is held up there as long as the handler could do its work, and the
// handler is held up after everything that it does to the terminal: as the system may hold up threads.
//
// The program has this other thread in any case, as every program with a library that has threads of its own.

/// Starts the other thread. To be called first.
void interruptions_begin(void);
