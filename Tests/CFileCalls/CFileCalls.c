#define _GNU_SOURCE
#include "CFileCalls.h"
#include <fcntl.h>
#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static _Thread_local bool are_noted;
static _Thread_local char calls[64];

void file_calls_begin(void) {
    memset(calls, 0, sizeof calls);
    are_noted = true;
}

const char *file_calls_end(void) {
    are_noted = false;
    return calls;
}

static void note(char call) {
    size_t count = strlen(calls);
    if (are_noted && count + 1 < sizeof calls) calls[count] = call;
}

int fsync(int descriptor) {
    struct stat status;
    if (are_noted && fstat(descriptor, &status) == 0) note(S_ISDIR(status.st_mode) ? 'd' : 'f');
    return (int)syscall(SYS_fsync, descriptor);
}

int link(const char *path, const char *name) {
    note('l');
    return (int)syscall(SYS_linkat, AT_FDCWD, path, AT_FDCWD, name, 0);
}

int rename(const char *path, const char *name) {
    note('r');
    return (int)syscall(SYS_renameat2, AT_FDCWD, path, AT_FDCWD, name, 0);
}
