#define _GNU_SOURCE
#include "CStart.h"

#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

void start_own_variables(void) {
#if defined(__linux__) && defined(MADV_POPULATE_WRITE)
    // Where the linker has put the variables, those with a value at first and those without.
    extern char __data_start[], _end[];
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    uintptr_t start = (uintptr_t)__data_start & ~(page - 1);
    // An older system refuses, and then it takes as long as it takes.
    madvise((void *)start, (uintptr_t)_end - start, MADV_POPULATE_WRITE);
#endif
}
