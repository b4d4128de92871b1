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

enum { RESTORE_SEQUENCE_SIZE = 1024 };

// The time that the screen thread gets to leave a call that changes the terminal.
enum { SCREEN_THREAD_MS = 200 };

// The interval at which one thread polls the state of another.
enum { POLL_INTERVAL_MS = 5 };

// The age at which a query counts as unanswered, the wait for an answer during the restore, and the latency above which
// the terminal is not queried during the restore: its answer could reach the shell.
enum { ANSWER_MS = 1000, ANSWER_WAIT_MS = 150, SLOWEST_ANSWER_MS = 200 };

// The limits of the restore, and of the whole exit with its report of the cause and of captured output.
enum {
    LONGEST_RESTORE_MS = WRITE_TIMEOUT_MS + 2 * SLOWEST_ANSWER_MS,
    LONGEST_END_MS = SCREEN_THREAD_MS + LONGEST_RESTORE_MS + 2 * WRITE_TIMEOUT_MS,
};

// The saved modes and the restore sequence. There are two, so that a signal never finds a half-written one.
struct saved_modes {
    struct termios settings;
    size_t length;
    char restore_sequence[RESTORE_SEQUENCE_SIZE];
};

static struct saved_modes saved[2];
static atomic_int current_modes;

// Whether the terminal is released, held, or being restored.
enum { RELEASED, HELD, RESTORING };
static atomic_int state = RELEASED;
// Whether the restore sequence has to be sent.
static atomic_bool is_entered;

// The thread that ends the program, or 0. It is never reset.
static _Atomic(pthread_t) ending_thread;
static pthread_t screen_thread;
// Whether the screen thread is in a call that changes the terminal.
static atomic_bool is_in_use;

// The time of an unanswered query, in milliseconds; 0 without one.
static atomic_long query_sent_at;
// The latency of the last answer, in milliseconds; -1 before the first.
static atomic_long answer_latency = -1;
// The time of the last mouse event, in milliseconds; 0 before the first.
static atomic_long mouse_event_at;
// DA1. Every terminal answers it, after everything that it has sent before.
static const char device_attributes_query[] = "\x1b[c";

static int output = -1;          // the descriptor that the screen is painted through
static int guard_terminal = -1;  // a separate non-blocking descriptor of the terminal

long milliseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void sleep_ms(long duration) {
    struct timespec time = {0, duration * 1000000};
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
    guard_terminal = open_terminal(terminal);
    screen_thread = pthread_self();
}

void terminal_state_close(void) {
    if (guard_terminal >= 0) close(guard_terminal);
    output = guard_terminal = -1;
}

// MARK: Exit

bool terminal_begin_end(void) {
    pthread_t nobody = 0;
    return atomic_compare_exchange_strong(&ending_thread, &nobody, pthread_self());
}

static bool is_ended_by_another_thread(void) {
    pthread_t thread = atomic_load(&ending_thread);
    return thread != 0 && !pthread_equal(thread, pthread_self());
}

void terminal_await_end(void) {
    for (long deadline = milliseconds() + LONGEST_END_MS; milliseconds() < deadline;) sleep_ms(POLL_INTERVAL_MS);
}

// Stops the screen thread for good when another thread ends the program.
static void stop_at_end(void) {
    while (is_ended_by_another_thread()) pause();
}

// Announces a call that changes the terminal. The exit waits for it, or this thread sees that the exit has begun.
static void begin_use(void) {
    atomic_store(&is_in_use, true);
    if (!is_ended_by_another_thread()) return;
    atomic_store(&is_in_use, false);
    stop_at_end();
}

static void end_use(void) {
    atomic_store(&is_in_use, false);
}

// MARK: Restore

// Discards input up to the end of an answer, `ESC [ ? … c`.
static void discard_answer(long deadline) {
    enum { NOTHING, ESCAPE, BRACKET, ANSWER } inside = NOTHING;
    for (long left; (left = deadline - milliseconds()) > 0;) {
        struct pollfd wait = {guard_terminal, POLLIN, 0};
        int ready = poll(&wait, 1, (int)left);
        if (ready < 0 && errno == EINTR) continue;
        if (ready <= 0 || (wait.revents & (POLLERR | POLLHUP | POLLNVAL))) return;
        // Byte by byte: input after the answer belongs to the shell.
        char byte;
        if (read(guard_terminal, &byte, 1) != 1) return;
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
    int terminal = guard_terminal >= 0 ? guard_terminal : output;
    long now = milliseconds();
    long query_time = atomic_exchange(&query_sent_at, 0), mouse_time = atomic_exchange(&mouse_event_at, 0);
    // In the background, the settings and the input belong to the foreground shell.
    pid_t foreground = tcgetpgrp(terminal);
    bool is_in_front = foreground < 0 || foreground == getpgrp();
    bool can_wait = is_in_front && guard_terminal >= 0;
    bool is_answer_due = can_wait && query_time > 0 && now - query_time < ANSWER_MS;
    // Mouse reports may still be on their way. They arrive before the answer to a query that follows the restore
    // sequence.
    long latency = atomic_load(&answer_latency);
    bool can_query = latency >= 0 && latency <= SLOWEST_ANSWER_MS;
    bool is_mouse_due = can_wait && can_query && mouse_time > 0 && now - mouse_time < ANSWER_MS;
    if (is_answer_due || is_mouse_due) {
        // With the shell's settings the input would be echoed.
        send_bytes(terminal, modes->restore_sequence, length, now + WRITE_TIMEOUT_MS);
        if (is_mouse_due)
            send_bytes(terminal, device_attributes_query, sizeof device_attributes_query - 1, now + WRITE_TIMEOUT_MS);
        long answer_wait = is_mouse_due && 2 * latency > ANSWER_WAIT_MS ? 2 * latency : ANSWER_WAIT_MS;
        long deadline = milliseconds() + answer_wait;
        if (is_answer_due) discard_answer(deadline);
        if (is_mouse_due) discard_answer(deadline);
    }
    if (is_in_front) {
        while (tcsetattr(terminal, TCSANOW, &modes->settings) < 0 && errno == EINTR) {
        }
    }
    if (!is_answer_due && !is_mouse_due)
        send_bytes(terminal, modes->restore_sequence, length, milliseconds() + WRITE_TIMEOUT_MS);
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
    while (atomic_load(&state) == RESTORING && milliseconds() < deadline) sleep_ms(POLL_INTERVAL_MS);
}

void terminal_restore_at_end(void) {
    // On the screen thread, the handler has interrupted the call for good.
    if (!pthread_equal(pthread_self(), screen_thread)) {
        long deadline = milliseconds() + SCREEN_THREAD_MS;
        while (atomic_load(&is_in_use) && milliseconds() < deadline) sleep_ms(POLL_INTERVAL_MS);
    }
    restore_once();
}

void terminal_guard_restore(void) {
    // Blocks signals: a handler would wait for this thread, and SIGTTOU would stop a change from the background.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    restore_once();
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    stop_at_end();
}

// MARK: Screen thread

void terminal_guard_save(const struct termios *settings, const void *restore_sequence, size_t length) {
    begin_use();
    int next = 1 - atomic_load(&current_modes);
    saved[next].settings = *settings;
    saved[next].length = length < RESTORE_SEQUENCE_SIZE ? length : RESTORE_SEQUENCE_SIZE;
    memcpy(saved[next].restore_sequence, restore_sequence, saved[next].length);
    atomic_store(&current_modes, next);
    end_use();
}

// Sends all bytes. They are lost when the terminal is gone.
static void write_all(const char *bytes, size_t length) {
    while (length > 0) {
        ssize_t count = write(output, bytes, length);
        if (count > 0) {
            bytes += count;
            length -= (size_t)count;
        } else if (errno == EAGAIN) {
            // Another process has made the shared terminal non-blocking.
            struct pollfd wait = {output, POLLOUT, 0};
            if (poll(&wait, 1, -1) < 0 && errno != EINTR) return;
        } else if (errno != EINTR) {
            return;
        }
        // The exit may have stopped waiting for this call.
        begin_use();
    }
}

int terminal_guard_enter(const struct termios *raw, const void *bytes, size_t length) {
    begin_use();
    // Blocks signals: a handler must not run between entering the screen and recording it.
    sigset_t all, before;
    sigfillset(&all);
    // SIGTTOU stays unblocked, so that a background process stops instead of changing the shell's settings.
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
    long now = milliseconds(), query_time = atomic_exchange(&query_sent_at, awaited ? now : 0);
    if (!awaited && query_time > 0) atomic_store(&answer_latency, now - query_time);
}

void terminal_guard_note_mouse(void) {
    atomic_store(&mouse_event_at, milliseconds());
}
