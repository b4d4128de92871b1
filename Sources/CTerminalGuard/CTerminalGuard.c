#define _GNU_SOURCE
#include "CTerminalGuard.h"

#include "AlternateStack.h"
#include "HarmlessText.h"
#include "TerminalState.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { TAIL = 4096 };

static int captured = -1;
// The original standard error, opened non-blocking when it is a terminal.
static int true_error = -1;
static bool is_error_terminal;
static bool is_registered;

static const struct {
    int number;
    bool may_be_ignored;
    const char *description;  // of a crash
} handled_signals[] = {
    {SIGSEGV, false, "memory fault (SIGSEGV)"},
    {SIGBUS, false, "bus error (SIGBUS)"},
    {SIGILL, false, "illegal instruction (SIGILL)"},
    {SIGFPE, false, "arithmetic fault (SIGFPE)"},
    {SIGTRAP, false, "trap (SIGTRAP)"},
    {SIGABRT, false, "abort (SIGABRT)"},
    {SIGSYS, false, "bad system call (SIGSYS)"},
    {SIGTERM, false, NULL},
    {SIGINT, true, NULL},
    {SIGHUP, true, NULL},
    {SIGQUIT, true, NULL},
};
enum { HANDLED_COUNT = sizeof handled_signals / sizeof *handled_signals };

// Signals without a use in this program that would end it. They are handled only if no other code handles them. The
// real-time signals belong to them.
static const int unused_signals[] = {
    SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGPOLL, SIGPWR, SIGSTKFLT, SIGXCPU,
};
enum { UNUSED_COUNT = sizeof unused_signals / sizeof *unused_signals };

static bool is_installed[NSIG];

// Prints lines. A terminal gets them without control characters.
static void report(char *text, size_t length, long deadline) {
    if (is_error_terminal) length = without_controls(text, length);
    send_bytes(true_error, text, length, deadline);
    if (text[length - 1] != '\n') send_bytes(true_error, "\n", 1, deadline);
}

void terminal_guard_report(void) {
    static char tail[TAIL];  // not on the stack: the alternate one is small
    struct stat about;
    if (captured < 0 || fstat(captured, &about) < 0 || about.st_size == 0) return;
    off_t start = about.st_size > TAIL ? about.st_size - TAIL : 0;
    ssize_t count = pread(captured, tail, TAIL, start);
    if (count <= 0) return;
    char *text = tail;
    if (start > 0) {
        char *line = memchr(tail, '\n', (size_t)count);
        if (line && line + 1 < tail + count) text = line + 1;
    }
    report(text, (size_t)(tail + count - text), milliseconds() + WRITE_TIMEOUT_MS);
}

static void report_crash(const char *description) {
    char line[160];
    size_t length = 0;
    const char *parts[] = {program_invocation_short_name, " ended: ", description, "\n"};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        for (const char *at = parts[i]; *at && length < sizeof line; at++) line[length++] = *at;
    report(line, length, milliseconds() + WRITE_TIMEOUT_MS);
}

static void on_fatal_signal(int number) {
    if (terminal_begin_end()) {
        terminal_restore_at_end();
        for (size_t i = 0; i < HANDLED_COUNT; i++)
            if (handled_signals[i].number == number && handled_signals[i].description)
                report_crash(handled_signals[i].description);
        terminal_guard_report();
    } else {
        terminal_await_end();
    }
    struct sigaction standard;
    memset(&standard, 0, sizeof standard);
    standard.sa_handler = SIG_DFL;
    sigaction(number, &standard, NULL);
    sigset_t only;
    sigemptyset(&only);
    sigaddset(&only, number);
    pthread_sigmask(SIG_UNBLOCK, &only, NULL);
    raise(number);
    _exit(128 + number);
}

static void on_process_exit(void) {
    // Keeps the exit status: no signal interrupts this thread from here on.
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, NULL);
    if (!terminal_begin_end()) return terminal_await_end();
    terminal_restore_at_end();
    terminal_guard_report();
}

static void handle_unless_used(int number, const struct sigaction *handler) {
    struct sigaction now;
    if (sigaction(number, NULL, &now) < 0 || (now.sa_flags & SA_SIGINFO) || now.sa_handler != SIG_DFL) return;
    is_installed[number] = sigaction(number, handler, NULL) == 0;
}

static void handle_unused_signals(const struct sigaction *handler) {
    for (size_t i = 0; i < UNUSED_COUNT; i++) handle_unless_used(unused_signals[i], handler);
    for (int number = SIGRTMIN; number <= SIGRTMAX; number++) handle_unless_used(number, handler);
}

static struct sigaction fatal_handler(void) {
    struct sigaction handler;
    memset(&handler, 0, sizeof handler);
    handler.sa_handler = on_fatal_signal;
    handler.sa_flags = SA_ONSTACK;
    sigfillset(&handler.sa_mask);
    return handler;
}

void terminal_guard_arm(int terminal, int capture, int standard_error) {
    captured = capture;
    is_error_terminal = isatty(standard_error) == 1;
    true_error = is_error_terminal ? open_terminal(standard_error) : -1;
    if (true_error < 0) true_error = fcntl(standard_error, F_DUPFD_CLOEXEC, 3);
    terminal_state_open(terminal);
    if (!is_registered) is_registered = atexit(on_process_exit) == 0;
    alternate_stack_use();

    struct sigaction handler = fatal_handler();
    sigset_t wanted;
    sigemptyset(&wanted);
    for (size_t i = 0; i < HANDLED_COUNT; i++) {
        struct sigaction now;
        int number = handled_signals[i].number;
        if (handled_signals[i].may_be_ignored && sigaction(number, NULL, &now) == 0 && now.sa_handler == SIG_IGN)
            continue;
        is_installed[number] = sigaction(number, &handler, NULL) == 0;
        sigaddset(&wanted, number);
    }
    handle_unused_signals(&handler);
    // The parent process may have left them blocked.
    pthread_sigmask(SIG_UNBLOCK, &wanted, NULL);
    // A write fails with an error instead.
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
}

void terminal_guard_disarm(void) {
    for (int number = 1; number < NSIG; number++) {
        if (is_installed[number]) signal(number, SIG_DFL);
        is_installed[number] = false;
    }
    // PIPE and XFSZ stay ignored for other threads that still write.
    terminal_state_close();
    if (true_error >= 0) close(true_error);
    captured = true_error = -1;
}
