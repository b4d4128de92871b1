#define _GNU_SOURCE
#include "CStart.h"

#include <fcntl.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

#if defined(__linux__) && defined(MADV_POPULATE_WRITE)
// Where the linker has put the variables: those with a value at first, and those without.
extern char __data_start[], __TMC_END__[] __attribute__((visibility("hidden"))), __bss_start[], _end[];

// More than this is not variables: a linker that orders things differently has put large tables in between.
static const intptr_t limit = 4 << 20;

static void own(const char *start, const char *end) {
    uintptr_t first = (uintptr_t)start & ~((uintptr_t)sysconf(_SC_PAGESIZE) - 1);
    intptr_t length = (intptr_t)((uintptr_t)end - first);
    // An older system refuses, and then it takes as long as it takes.
    if (length > 0 && length < limit) madvise((void *)first, (size_t)length, MADV_POPULATE_WRITE);
}
#endif

void start_own_variables(void) {
#if defined(__linux__) && defined(MADV_POPULATE_WRITE)
    own(__data_start, __TMC_END__);
    own(__bss_start, _end);
#endif
}

void start_open_standard_streams(void) {
    // The lowest free number is the one that is missing. Opened the other way round, so that using it is an error, as
    // it would be when it is closed.
    for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; stream++)
        if (fcntl(stream, F_GETFD) < 0) open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}
