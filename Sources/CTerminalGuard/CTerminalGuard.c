#define _GNU_SOURCE
#include "CTerminalGuard.h"

#include "AlternateStack.h"
#include "HarmlessText.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

// How long giving the terminal back may take when nobody reads what is written.
enum { PATIENCE_MS = 300, TAIL = 4096, LEAVE_ROOM = 1024 };

// An answer that has not come for so long will not come; and how long is waited for one at the end.
// A terminal that took longer to answer is asked nothing at the end: its answer could come when nobody takes it any more.
enum { ANSWER_MS = 1000, ANSWER_PATIENCE_MS = 150, SLOWEST_ANSWER_MS = 200 };

// What the terminal is given back with. There are two, so that a signal never finds a half-written one.
struct way_out {
    struct termios settings;
    size_t length;
    char leave[LEAVE_ROOM];
};

static struct way_out ways[2];
static atomic_int current_way;

// Whether the terminal is ours now, is being given back at this moment, or is not ours.
enum { RELEASED, HELD, RESTORING };
static atomic_int state = RELEASED;
// Set by the first thread that ends the program: a second one that crashes meanwhile waits for it.
static atomic_flag ending = ATOMIC_FLAG_INIT;

// Since when the terminal owes an answer, in milliseconds of the clock that never stands still; 0 when it does not.
static atomic_long asked;
// How long the terminal took to answer, in milliseconds; -1 when it never has.
static atomic_long answered_in = -1;
// When the mouse was heard last, in the same way; 0 when it was not.
static atomic_long pointed;
// Every terminal answers it, and after what it has sent before.
static const char last_question[] = "\x1b[c";

static int painting = -1;     // what the screen is painted through
static int own = -1;          // an opening of the terminal for the guard alone, which never blocks
static int nowhere = -1;      // /dev/null
static int captured = -1;
static int true_error = -1;
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

static long milliseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void nap(void) {
    struct timespec time = {0, 5000000};
    nanosleep(&time, NULL);
}

// Writes as much as is taken before the deadline.
static void send_bytes(int descriptor, const char *bytes, size_t length, long deadline) {
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

static void give_back(void) {
    const struct way_out *way = &ways[atomic_load(&current_way)];
    int terminal = own >= 0 ? own : painting;
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
        send_bytes(terminal, way->leave, way->length, now + PATIENCE_MS);
        if (is_mouse_due) send_bytes(terminal, last_question, sizeof last_question - 1, now + PATIENCE_MS);
        long patience = is_mouse_due && 2 * answer_time > ANSWER_PATIENCE_MS ? 2 * answer_time : ANSWER_PATIENCE_MS;
        long deadline = milliseconds() + patience;
        if (is_answer_due) take_answer(deadline);
        if (is_mouse_due) take_answer(deadline);
    }
    if (is_in_front) {
        while (tcsetattr(terminal, TCSANOW, &way->settings) < 0 && errno == EINTR) {
        }
    }
    if (!is_answer_due && !is_mouse_due) send_bytes(terminal, way->leave, way->length, milliseconds() + PATIENCE_MS);
}

// Gives the terminal back once, whoever asks. One who comes while another is at it waits until that is done.
static void restore_once(void) {
    int held = HELD;
    if (atomic_compare_exchange_strong(&state, &held, RESTORING)) {
        give_back();
        atomic_store(&state, RELEASED);
        return;
    }
    for (long deadline = milliseconds() + PATIENCE_MS; atomic_load(&state) == RESTORING && milliseconds() < deadline;)
        nap();
}

void terminal_guard_restore(void) {
    // A signal must not come in between, for its handler would wait for this very thread; and settings may be
    // changed from the background without being stopped for it.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    restore_once();
    pthread_sigmask(SIG_SETMASK, &before, NULL);
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
    size_t length = without_controls(text, (size_t)(tail + count - text));
    send_bytes(true_error, text, length, milliseconds() + PATIENCE_MS);
    if (text[length - 1] != '\n') send_bytes(true_error, "\n", 1, milliseconds() + PATIENCE_MS);
}

static void report_crash(const char *words) {
    char line[160];
    size_t length = 0;
    const char *parts[] = {program_invocation_short_name, " ended: ", words, "\n"};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        for (const char *at = parts[i]; *at && length < sizeof line; at++) line[length++] = *at;
    send_bytes(true_error, line, without_controls(line, length), milliseconds() + PATIENCE_MS);
}

static void remove_leftovers(void) {
    if (atomic_load(&leftover_owner) != getpid()) return;
    if (leftover_file[0]) unlink(leftover_file);
    if (leftover_folder[0]) rmdir(leftover_folder);
}

static void on_ending_signal(int number) {
    if (atomic_flag_test_and_set(&ending)) {
        // Another thread is giving the terminal back and ends the process.
        for (long deadline = milliseconds() + 2 * PATIENCE_MS; milliseconds() < deadline;) nap();
    } else {
        // Another thread may be painting: from here on its bytes go nowhere.
        if (own >= 0 && painting >= 0 && nowhere >= 0) dup2(nowhere, painting);
        restore_once();
        remove_leftovers();
        for (size_t i = 0; i < CAUGHT; i++)
            if (caught[i].number == number && caught[i].words) report_crash(caught[i].words);
        terminal_guard_report();
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
    remove_leftovers();
    if (atomic_load(&state) == RELEASED) return;
    terminal_guard_restore();
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
    painting = terminal;
    captured = capture;
    true_error = standard_error;
    char path[128];
    // An opening of its own may be non-blocking without changing the one that is shared with the shell.
    if (ttyname_r(terminal, path, sizeof path) == 0)
        own = open(path, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
    nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
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

void terminal_guard_hold(const struct termios *settings, const void *leave, size_t length) {
    int next = 1 - atomic_load(&current_way);
    ways[next].settings = *settings;
    ways[next].length = length < LEAVE_ROOM ? length : LEAVE_ROOM;
    memcpy(ways[next].leave, leave, ways[next].length);
    atomic_store(&current_way, next);
    atomic_store(&state, HELD);
}

void terminal_guard_await_answer(bool awaited) {
    long now = milliseconds(), asked_at = atomic_exchange(&asked, awaited ? now : 0);
    if (!awaited && asked_at > 0) atomic_store(&answered_in, now - asked_at);
}

void terminal_guard_heard_mouse(void) {
    atomic_store(&pointed, milliseconds());
}

void terminal_guard_disarm(void) {
    for (int number = 1; number < NSIG; number++) {
        if (is_installed[number]) signal(number, SIG_DFL);
        is_installed[number] = false;
    }
    // PIPE and XFSZ stay ignored: other threads may still be writing.
    if (own >= 0) close(own);
    if (nowhere >= 0) close(nowhere);
    painting = own = nowhere = captured = true_error = -1;
    if (atomic_load(&leftover_owner) == getpid()) catch_for_leftovers();
}
