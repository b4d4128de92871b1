#define _GNU_SOURCE
#include "CTerminalGuard.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

static int event_descriptor = -1;
static atomic_uint pending_events;

static void on_event(int number) {
    int before = errno;
    unsigned event = number == SIGWINCH  ? terminal_event_resized
                     : number == SIGTSTP ? terminal_event_stop_requested
                                         : terminal_event_continued;
    atomic_fetch_or(&pending_events, event);
    uint64_t one = 1;
    ssize_t written = write(event_descriptor, &one, sizeof one);
    (void)written;  // it fails only when the descriptor is readable already
    errno = before;
}

static void handle_event(int number) {
    struct sigaction handler;
    memset(&handler, 0, sizeof handler);
    handler.sa_handler = on_event;
    handler.sa_flags = SA_RESTART | SA_ONSTACK;
    sigfillset(&handler.sa_mask);
    sigaction(number, &handler, NULL);
    // The parent process may have left it blocked.
    sigset_t only;
    sigemptyset(&only);
    sigaddset(&only, number);
    pthread_sigmask(SIG_UNBLOCK, &only, NULL);
}

int terminal_events_open(void) {
    if (event_descriptor < 0) event_descriptor = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    if (event_descriptor < 0) return -1;
    handle_event(SIGWINCH);
    handle_event(SIGTSTP);
    handle_event(SIGCONT);
    return event_descriptor;
}

void terminal_events_close(void) {
    signal(SIGWINCH, SIG_DFL);
    signal(SIGTSTP, SIG_DFL);
    signal(SIGCONT, SIG_DFL);
}

unsigned terminal_events_take(void) {
    uint64_t count;
    ssize_t got = read(event_descriptor, &count, sizeof count);
    (void)got;  // nothing to read: nothing happened
    return atomic_exchange(&pending_events, 0);
}

void terminal_events_stop_job(void) {
    signal(SIGTSTP, SIG_DFL);
    // It wakes every thread, and any of them may run the handler later than this one clears the event.
    signal(SIGCONT, SIG_DFL);
    // The kernel delivers the signal to the main thread, which calls this: the program stops before kill() returns.
    kill(0, SIGTSTP);
    handle_event(SIGCONT);
    handle_event(SIGTSTP);
    atomic_fetch_and(&pending_events, ~(unsigned)(terminal_event_stop_requested | terminal_event_continued));
}

void terminal_events_await_foreground(int terminal) {
    signal(SIGCONT, SIG_DFL);  // as above
    // An orphaned process group ignores the signal, so the attempts are limited.
    for (int attempt = 0; attempt < 100; attempt++) {
        pid_t foreground = tcgetpgrp(terminal);
        if (foreground < 0 || foreground == getpgrp()) break;
        kill(0, SIGTTIN);
    }
    handle_event(SIGCONT);
    // The caller takes the terminal now; the event must not make it do so twice.
    atomic_fetch_and(&pending_events, ~(unsigned)terminal_event_continued);
}
