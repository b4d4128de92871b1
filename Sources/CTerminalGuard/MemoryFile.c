#define _GNU_SOURCE
#include "CTerminalGuard.h"

#include <sys/mman.h>
#include <unistd.h>

int terminal_memory_file(const char *label) {
    return memfd_create(label, MFD_CLOEXEC);
}
