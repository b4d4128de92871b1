#define _GNU_SOURCE
#include "CTerminalGuard.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

int terminal_memory_file(const char *label) {
    return memfd_create(label, MFD_CLOEXEC);
}

int terminal_memory_pipe(int ends[2]) {
    if (pipe2(ends, O_CLOEXEC) < 0) return -1;
    fcntl(ends[0], F_SETFL, O_NONBLOCK);
    fcntl(ends[1], F_SETPIPE_SZ, 1 << 20);  // as much as everybody may have
    // A piece that does not fit into what is left of a page begins another one.
    return fcntl(ends[1], F_GETPIPE_SZ) / 2;
}
