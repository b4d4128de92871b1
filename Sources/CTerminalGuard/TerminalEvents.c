#define _GNU_SOURCE
#include "CTerminalGuard.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

static int wake_up = -1;
static atomic_uint happened;

static void on_event(int number) {
    int before = errno;
    unsigned event = number == SIGWINCH  ? terminal_event_resized
                     : number == SIGTSTP ? terminal_event_stop_requested
                                         : terminal_event_continued;
    atomic_fetch_or(&happened, event);
    uint64_t one = 1;
    ssize_t written = write(wake_up, &one, sizeof one);
    (void)written;  // it fails only when the descriptor is readable already
    errno = before;
}

static void listen_to(int number) {
    struct sigaction handler;
    memset(&handler, 0, sizeof handler);
    handler.sa_handler = on_event;
    handler.sa_flags = SA_RESTART | SA_ONSTACK;
    sigfillset(&handler.sa_mask);
    sigaction(number, &handler, NULL);
    // Whoever started the program may have left it blocked.
    sigset_t only;
    sigemptyset(&only);
    sigaddset(&only, number);
    pthread_sigmask(SIG_UNBLOCK, &only, NULL);
}

int terminal_events_open(void) {
    if (wake_up < 0) wake_up = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    if (wake_up < 0) return -1;
    listen_to(SIGWINCH);
    listen_to(SIGTSTP);
    listen_to(SIGCONT);
    return wake_up;
}

void terminal_events_close(void) {
    signal(SIGWINCH, SIG_DFL);
    signal(SIGTSTP, SIG_DFL);
    signal(SIGCONT, SIG_DFL);
}

unsigned terminal_events_take(void) {
    uint64_t count;
    ssize_t got = read(wake_up, &count, sizeof count);
    (void)got;  // nothing there: nothing has happened
    return atomic_exchange(&happened, 0);
}

void terminal_events_stop_job(void) {
    signal(SIGTSTP, SIG_DFL);
    // The main thread calls this, and it is the one that gets a signal sent to the process: the program stops
    // before kill() returns.
    kill(0, SIGTSTP);
    listen_to(SIGTSTP);
    atomic_fetch_and(&happened, ~(unsigned)(terminal_event_stop_requested | terminal_event_continued));
}

void terminal_events_await_foreground(int terminal) {
    // Where nobody can continue the job, the signal has no effect: then it is no use to go on asking.
    for (int attempt = 0; attempt < 100; attempt++) {
        pid_t foreground = tcgetpgrp(terminal);
        if (foreground < 0 || foreground == getpgrp()) break;
        kill(0, SIGTTIN);
    }
    // The caller takes the terminal now: the event must not make it take the terminal twice.
    atomic_fetch_and(&happened, ~(unsigned)terminal_event_continued);
}
