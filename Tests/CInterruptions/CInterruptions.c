#define _GNU_SOURCE
#include "CInterruptions.h"

#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

enum { STEP_MS = 5, MAIN_IS_HELD_MS = 60, HANDLER_IS_HELD_MS = 80 };

static int wanted_call, number;
static bool is_for_main;
static pid_t main_thread;
static _Atomic pid_t other_thread;
static atomic_int calls;
static atomic_bool has_handler_acted;

static void hold_up(int milliseconds) {
    struct timespec time = {0, milliseconds * 1000000L};
    while (nanosleep(&time, &time) < 0) {
    }
}

static long milliseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void *wait_for_signals(void *unused) {
    (void)unused;
    atomic_store(&other_thread, gettid());
    for (;;) pause();
}

void interruptions_begin(void) {
    main_thread = gettid();
    pthread_t thread;
    if (pthread_create(&thread, NULL, wait_for_signals, NULL) != 0) abort();
    while (atomic_load(&other_thread) == 0) hold_up(1);
    char name[16] = "";
    const char *variable = getenv("INTERRUPT");
    int call;
    if (variable && sscanf(variable, "%d %d %15s", &call, &number, name) == 3) {
        is_for_main = strcmp(name, "main") == 0;
        wanted_call = call;
    }
}

static void before_call(int descriptor) {
    if (wanted_call == 0 || gettid() != main_thread || !isatty(descriptor)) return;
    if (atomic_fetch_add(&calls, 1) + 1 != wanted_call) return;
    tgkill(getpid(), is_for_main ? main_thread : atomic_load(&other_thread), number);
    if (is_for_main) return;
    // By the clock: on a busy machine each step takes longer, and the handler waits for this thread for a limited time.
    for (long end = milliseconds() + MAIN_IS_HELD_MS; milliseconds() < end && !atomic_load(&has_handler_acted);)
        hold_up(STEP_MS);
}

static void after_call(int descriptor) {
    if (wanted_call == 0 || gettid() != atomic_load(&other_thread) || !isatty(descriptor)) return;
    atomic_store(&has_handler_acted, true);
    hold_up(HANDLER_IS_HELD_MS);
}

// These replace the C library's functions in the whole program.

ssize_t write(int descriptor, const void *bytes, size_t count) {
    before_call(descriptor);
    ssize_t result = syscall(SYS_write, descriptor, bytes, count);
    after_call(descriptor);
    return result;
}

int tcsetattr(int descriptor, int actions, const struct termios *settings) {
    int (*set)(int, int, const struct termios *);
    *(void **)&set = dlsym(RTLD_NEXT, "tcsetattr");
    before_call(descriptor);
    int result = set(descriptor, actions, settings);
    after_call(descriptor);
    return result;
}
