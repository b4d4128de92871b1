#define _GNU_SOURCE
#include "TerminalState.h"

#include "CTerminalGuard.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { LEAVE_ROOM = 1024 };

// How long the end waits for the thread of the screen to come out of a call that changes the terminal.
enum { SCREEN_THREAD_MS = 200 };

// An answer that has not come for so long will not come; and how long is waited for one at the end.
// A terminal that took longer to answer is asked nothing at the end: its answer could come when nobody takes it any more.
enum { ANSWER_MS = 1000, ANSWER_PATIENCE_MS = 150, SLOWEST_ANSWER_MS = 200 };

// Restoring never takes longer than this; nor does the whole end, in which what ended the program and what libraries have
// printed is reported too.
enum {
    LONGEST_RESTORE_MS = WRITE_TIMEOUT_MS + 2 * SLOWEST_ANSWER_MS,
    LONGEST_END_MS = SCREEN_THREAD_MS + LONGEST_RESTORE_MS + 2 * WRITE_TIMEOUT_MS,
};

// What the terminal is restored with. There are two, so that a signal never finds a half-written one.
struct saved_modes {
    struct termios settings;
    size_t length;
    char leave[LEAVE_ROOM];
};

static struct saved_modes saved[2];
static atomic_int current_modes;

// Whether the terminal is ours now, is being restored at this moment, or is not ours.
enum { RELEASED, HELD, RESTORING };
static atomic_int state = RELEASED;
// Whether the screen was entered, so that it has to be left.
static atomic_bool is_entered;

// The thread that ends the program; none is 0. It is never reset: an end is final.
static _Atomic(pthread_t) ending_thread;
static pthread_t screen_thread;
// Whether the thread of the screen is in a call that changes the terminal.
static atomic_bool is_in_use;

// Since when the terminal owes an answer, in milliseconds; 0 when it does not.
static atomic_long asked;
// How long the terminal took to answer, in milliseconds; -1 when it never has.
static atomic_long answered_in = -1;
// When the mouse was heard last, in milliseconds; 0 when it was not.
static atomic_long pointed;
// Every terminal answers it, and after what it has sent before.
static const char device_attributes_query[] = "\x1b[c";

static int output = -1;  // what the screen is painted through
static int own = -1;     // an opening of the terminal for the guard alone, which never blocks

long milliseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void sleep_5_ms(void) {
    struct timespec time = {0, 5000000};
    nanosleep(&time, NULL);
}

void send_bytes(int descriptor, const char *bytes, size_t length, long deadline) {
    while (length > 0 && descriptor >= 0) {
        long left = deadline - milliseconds();
        if (left <= 0) return;
        struct pollfd wait = {descriptor, POLLOUT, 0};
        int ready = poll(&wait, 1, (int)left);
        if (ready < 0 && errno == EINTR) continue;
        if (ready <= 0 || (wait.revents & (POLLERR | POLLHUP | POLLNVAL))) return;
        ssize_t count = write(descriptor, bytes, length < 512 ? length : 512);
        if (count < 0 && errno != EINTR && errno != EAGAIN) return;
        if (count > 0) {
            bytes += count;
            length -= (size_t)count;
        }
    }
}

int open_terminal(int descriptor) {
    char path[128];
    if (ttyname_r(descriptor, path, sizeof path) != 0) return -1;
    return open(path, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
}

void terminal_state_open(int terminal) {
    output = terminal;
    own = open_terminal(terminal);
    screen_thread = pthread_self();
}

void terminal_state_close(void) {
    if (own >= 0) close(own);
    output = own = -1;
}

// MARK: Ending

bool terminal_begin_end(void) {
    pthread_t nobody = 0;
    return atomic_compare_exchange_strong(&ending_thread, &nobody, pthread_self());
}

static bool is_ended_elsewhere(void) {
    pthread_t thread = atomic_load(&ending_thread);
    return thread != 0 && !pthread_equal(thread, pthread_self());
}

void terminal_await_end(void) {
    for (long deadline = milliseconds() + LONGEST_END_MS; milliseconds() < deadline;) sleep_5_ms();
}

// Stops the thread of the screen for good when another thread ends the program.
static void stop_at_end(void) {
    while (is_ended_elsewhere()) pause();
}

// Announces a call that changes the terminal. The end waits for it, or else this thread sees that the end has begun.
static void begin_use(void) {
    atomic_store(&is_in_use, true);
    if (!is_ended_elsewhere()) return;
    atomic_store(&is_in_use, false);
    stop_at_end();
}

static void end_use(void) {
    atomic_store(&is_in_use, false);
}

// MARK: Restoring

// Takes what comes until the end of an answer, `ESC [ ? … c`. What was typed before it goes with it.
static void take_answer(long deadline) {
    enum { NOTHING, ESCAPE, BRACKET, ANSWER } inside = NOTHING;
    for (long left; (left = deadline - milliseconds()) > 0;) {
        struct pollfd wait = {own, POLLIN, 0};
        int ready = poll(&wait, 1, (int)left);
        if (ready < 0 && errno == EINTR) continue;
        if (ready <= 0 || (wait.revents & (POLLERR | POLLHUP | POLLNVAL))) return;
        // One at a time: what was typed behind it belongs to the shell.
        char byte;
        if (read(own, &byte, 1) != 1) return;
        if (byte == '\x1b') inside = ESCAPE;
        else if (inside == ESCAPE && byte == '[') inside = BRACKET;
        else if (inside == BRACKET && byte == '?') inside = ANSWER;
        else if (inside == ANSWER && byte == 'c') return;
        else if (inside != ANSWER || byte < ' ' || byte > '?') inside = NOTHING;
    }
}

static void restore(void) {
    const struct saved_modes *modes = &saved[atomic_load(&current_modes)];
    size_t length = atomic_exchange(&is_entered, false) ? modes->length : 0;
    int terminal = own >= 0 ? own : output;
    long now = milliseconds(), asked_at = atomic_exchange(&asked, 0), pointed_at = atomic_exchange(&pointed, 0);
    // In the background the settings, and what is typed, belong to the shell in front.
    pid_t foreground = tcgetpgrp(terminal);
    bool is_in_front = foreground < 0 || foreground == getpgrp();
    bool can_wait = is_in_front && own >= 0;
    bool is_answer_due = can_wait && asked_at > 0 && now - asked_at < ANSWER_MS;
    // A button is being released, or the pointer still moves: what of that is on its way comes before the answer to a
    // question that the terminal gets after it was told to let go of the mouse.
    long answer_time = atomic_load(&answered_in);
    bool can_ask = answer_time >= 0 && answer_time <= SLOWEST_ANSWER_MS;
    bool is_mouse_due = can_wait && can_ask && pointed_at > 0 && now - pointed_at < ANSWER_MS;
    if (is_answer_due || is_mouse_due) {
        // With the settings of the shell it would be seen.
        send_bytes(terminal, modes->leave, length, now + WRITE_TIMEOUT_MS);
        if (is_mouse_due)
            send_bytes(terminal, device_attributes_query, sizeof device_attributes_query - 1, now + WRITE_TIMEOUT_MS);
        long patience = is_mouse_due && 2 * answer_time > ANSWER_PATIENCE_MS ? 2 * answer_time : ANSWER_PATIENCE_MS;
        long deadline = milliseconds() + patience;
        if (is_answer_due) take_answer(deadline);
        if (is_mouse_due) take_answer(deadline);
    }
    if (is_in_front) {
        while (tcsetattr(terminal, TCSANOW, &modes->settings) < 0 && errno == EINTR) {
        }
    }
    if (!is_answer_due && !is_mouse_due) send_bytes(terminal, modes->leave, length, milliseconds() + WRITE_TIMEOUT_MS);
}

// Restores the terminal once. A second caller waits until the first has finished.
static void restore_once(void) {
    int held = HELD;
    if (atomic_compare_exchange_strong(&state, &held, RESTORING)) {
        restore();
        atomic_store(&state, RELEASED);
        return;
    }
    long deadline = milliseconds() + LONGEST_RESTORE_MS;
    while (atomic_load(&state) == RESTORING && milliseconds() < deadline) sleep_5_ms();
}

void terminal_restore_at_end(void) {
    // On the thread of the screen a handler has interrupted the call, which is never continued.
    if (!pthread_equal(pthread_self(), screen_thread)) {
        long deadline = milliseconds() + SCREEN_THREAD_MS;
        while (atomic_load(&is_in_use) && milliseconds() < deadline) sleep_5_ms();
    }
    restore_once();
}

void terminal_guard_restore(void) {
    // A signal must not come in between, for its handler would wait for this very thread; and settings may be
    // changed from the background without being stopped for it.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    restore_once();
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    stop_at_end();
}

// MARK: The thread of the screen

void terminal_guard_save(const struct termios *settings, const void *leave, size_t length) {
    begin_use();
    int next = 1 - atomic_load(&current_modes);
    saved[next].settings = *settings;
    saved[next].length = length < LEAVE_ROOM ? length : LEAVE_ROOM;
    memcpy(saved[next].leave, leave, saved[next].length);
    atomic_store(&current_modes, next);
    end_use();
}

// Sends all of the bytes; when the terminal is gone they are lost.
static void write_all(const char *bytes, size_t length) {
    while (length > 0) {
        ssize_t count = write(output, bytes, length);
        if (count > 0) {
            bytes += count;
            length -= (size_t)count;
        } else if (errno == EAGAIN) {
            // Somebody who shares the terminal made it non-blocking.
            struct pollfd wait = {output, POLLOUT, 0};
            if (poll(&wait, 1, -1) < 0 && errno != EINTR) return;
        } else if (errno != EINTR) {
            return;
        }
        // The end may have given up waiting for this call.
        begin_use();
    }
}

int terminal_guard_enter(const struct termios *raw, const void *bytes, size_t length) {
    begin_use();
    // Interrupted by a handler, the screen would be left without having been entered, or the other way round.
    sigset_t all, before;
    sigfillset(&all);
    // While it is blocked, the settings may be changed from the background, where they belong to the shell in front.
    sigdelset(&all, SIGTTOU);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    atomic_store(&state, HELD);
    int result;
    do result = tcsetattr(STDIN_FILENO, TCSANOW, raw);
    while (result < 0 && errno == EINTR);
    int error = result < 0 ? errno : 0;
    if (error == 0) {
        atomic_store(&is_entered, true);
        write_all(bytes, length);
    } else {
        atomic_store(&state, RELEASED);
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    end_use();
    return error;
}

void terminal_guard_write(const void *bytes, size_t length) {
    begin_use();
    write_all(bytes, length);
    end_use();
}

void terminal_guard_await_answer(bool awaited) {
    long now = milliseconds(), asked_at = atomic_exchange(&asked, awaited ? now : 0);
    if (!awaited && asked_at > 0) atomic_store(&answered_in, now - asked_at);
}

void terminal_guard_heard_mouse(void) {
    atomic_store(&pointed, milliseconds());
}
