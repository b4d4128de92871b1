#define _GNU_SOURCE
#include "CStart.h"

#include <fcntl.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

#if defined(__linux__) && defined(MADV_POPULATE_WRITE)
// The linker's symbols around the initialized and the zeroed variables.
extern char __data_start[], __TMC_END__[] __attribute__((visibility("hidden"))), __bss_start[], _end[];

// The largest range to prefault: a linker may put large read-only tables between the symbols.
static const intptr_t limit = 4 << 20;

static void prefault(const char *start, const char *end) {
    uintptr_t first = (uintptr_t)start & ~((uintptr_t)sysconf(_SC_PAGESIZE) - 1);
    intptr_t length = (intptr_t)((uintptr_t)end - first);
    // Linux before 5.14 refuses, and the pages are faulted in on use.
    if (length > 0 && length < limit) madvise((void *)first, (size_t)length, MADV_POPULATE_WRITE);
}
#endif

void start_prefault_variables(void) {
#if defined(__linux__) && defined(MADV_POPULATE_WRITE)
    prefault(__data_start, __TMC_END__);
    prefault(__bss_start, _end);
#endif
}

void start_open_standard_streams(void) {
    // open() returns the lowest free descriptor, which is the missing one. It is opened in the wrong direction, so that
    // using it fails, as it does for a closed descriptor.
    for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; stream++)
        if (fcntl(stream, F_GETFD) < 0) open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}
