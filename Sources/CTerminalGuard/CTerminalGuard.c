#define _GNU_SOURCE
#include "CTerminalGuard.h"

#include "AlternateStack.h"
#include "HarmlessText.h"
#include "TerminalState.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { TAIL = 4096 };

static int captured = -1;
// The true standard error, opened without blocking when it is a terminal.
static int true_error = -1;
static bool is_error_terminal;
static bool is_registered;

static const struct {
    int number;
    bool may_be_ignored;
    const char *words;        // for a crash
} caught[] = {
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
enum { CAUGHT = sizeof caught / sizeof *caught };

// Signals that nobody sends to this program on purpose, but which would end it. They are caught only where nobody else
// has a use for them. The real-time signals that glibc leaves to programs belong to these.
static const int seldom[] = {
    SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGPOLL, SIGPWR, SIGSTKFLT, SIGXCPU,
};
enum { SELDOM = sizeof seldom / sizeof *seldom };

static bool is_installed[NSIG];

// What is removed at the end: by the process that asked for it, not by a child that has just been forked.
static char leftover_file[PATH_MAX];
static char leftover_folder[PATH_MAX];
static atomic_int leftover_owner;

// Prints a text as lines. Control characters are taken out for a terminal alone.
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

static void report_crash(const char *words) {
    char line[160];
    size_t length = 0;
    const char *parts[] = {program_invocation_short_name, " ended: ", words, "\n"};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        for (const char *at = parts[i]; *at && length < sizeof line; at++) line[length++] = *at;
    report(line, length, milliseconds() + WRITE_TIMEOUT_MS);
}

static void remove_leftovers(void) {
    if (atomic_load(&leftover_owner) != getpid()) return;
    if (leftover_file[0]) unlink(leftover_file);
    if (leftover_folder[0]) rmdir(leftover_folder);
}

static void on_ending_signal(int number) {
    if (terminal_begin_end()) {
        terminal_restore_at_end();
        remove_leftovers();
        for (size_t i = 0; i < CAUGHT; i++)
            if (caught[i].number == number && caught[i].words) report_crash(caught[i].words);
        terminal_guard_report();
    } else {
        terminal_await_end();
    }
    struct sigaction usual;
    memset(&usual, 0, sizeof usual);
    usual.sa_handler = SIG_DFL;
    sigaction(number, &usual, NULL);
    sigset_t only;
    sigemptyset(&only);
    sigaddset(&only, number);
    pthread_sigmask(SIG_UNBLOCK, &only, NULL);
    raise(number);
    _exit(128 + number);
}

static void on_exit_of_program(void) {
    // From here on the program ends with its own status: a signal does not interrupt that on this thread.
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, NULL);
    remove_leftovers();
    if (!terminal_begin_end()) return terminal_await_end();
    terminal_restore_at_end();
    terminal_guard_report();
}

static void catch_unless_used(int number, const struct sigaction *handler) {
    struct sigaction now;
    if (sigaction(number, NULL, &now) < 0 || (now.sa_flags & SA_SIGINFO) || now.sa_handler != SIG_DFL) return;
    is_installed[number] = sigaction(number, handler, NULL) == 0;
}

static void catch_seldom(const struct sigaction *handler) {
    for (size_t i = 0; i < SELDOM; i++) catch_unless_used(seldom[i], handler);
    for (int number = SIGRTMIN; number <= SIGRTMAX; number++) catch_unless_used(number, handler);
}

static struct sigaction ending_handler(void) {
    struct sigaction handler;
    memset(&handler, 0, sizeof handler);
    handler.sa_handler = on_ending_signal;
    handler.sa_flags = SA_ONSTACK;
    sigfillset(&handler.sa_mask);
    return handler;
}

static void register_exit(void) {
    if (!is_registered) is_registered = atexit(on_exit_of_program) == 0;
}

// There may be no screen yet, or none any more. Swift's own handler of crashes stays where it is.
static void catch_for_leftovers(void) {
    struct sigaction handler = ending_handler();
    for (size_t i = 0; i < CAUGHT; i++) catch_unless_used(caught[i].number, &handler);
    catch_seldom(&handler);
}

void terminal_guard_remove_at_end(const char *file, const char *folder) {
    // A signal in the middle removes nothing rather than half a name.
    atomic_store(&leftover_owner, 0);
    if (!file || strlen(file) >= PATH_MAX || (folder && strlen(folder) >= PATH_MAX)) return;
    strcpy(leftover_file, file);
    strcpy(leftover_folder, folder ? folder : "");
    atomic_store(&leftover_owner, getpid());

    register_exit();
    catch_for_leftovers();
}

void terminal_guard_arm(int terminal, int capture, int standard_error) {
    captured = capture;
    is_error_terminal = isatty(standard_error) == 1;
    true_error = is_error_terminal ? open_terminal(standard_error) : -1;
    if (true_error < 0) true_error = fcntl(standard_error, F_DUPFD_CLOEXEC, 3);
    terminal_state_open(terminal);
    register_exit();
    alternate_stack_use();

    struct sigaction handler = ending_handler();
    sigset_t wanted;
    sigemptyset(&wanted);
    for (size_t i = 0; i < CAUGHT; i++) {
        struct sigaction now;
        int number = caught[i].number;
        if (caught[i].may_be_ignored && sigaction(number, NULL, &now) == 0 && now.sa_handler == SIG_IGN) continue;
        is_installed[number] = sigaction(number, &handler, NULL) == 0;
        sigaddset(&wanted, number);
    }
    catch_seldom(&handler);
    // Whoever started the program may have left them blocked.
    pthread_sigmask(SIG_UNBLOCK, &wanted, NULL);
    // Whoever writes gets an error instead.
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
}

void terminal_guard_disarm(void) {
    for (int number = 1; number < NSIG; number++) {
        if (is_installed[number]) signal(number, SIG_DFL);
        is_installed[number] = false;
    }
    // PIPE and XFSZ stay ignored: other threads may still be writing.
    terminal_state_close();
    if (true_error >= 0) close(true_error);
    captured = true_error = -1;
    if (atomic_load(&leftover_owner) == getpid()) catch_for_leftovers();
}
