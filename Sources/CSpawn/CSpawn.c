#define _GNU_SOURCE
#include "CSpawn.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <unistd.h>

static int set(posix_spawn_file_actions_t *files, int target, int file, int flags) {
    return file < 0 ? posix_spawn_file_actions_addopen(files, target, "/dev/null", flags, 0)
                    : posix_spawn_file_actions_adddup2(files, file, target);
}

int spawn_program(
    pid_t *process, char *const *arguments, char *const *variables, int input, int output, int errors) {
    // A parent may have let friends ignore SIGCHLD; the exit status would be lost.
    signal(SIGCHLD, SIG_DFL);
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    if (posix_spawn_file_actions_init(&files) != 0) return ENOMEM;
    if (posix_spawnattr_init(&attributes) != 0) {
        posix_spawn_file_actions_destroy(&files);
        return ENOMEM;
    }
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    posix_spawnattr_setflags(
        &attributes, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    int code = set(&files, STDIN_FILENO, input, O_RDONLY);
    if (code == 0) code = set(&files, STDOUT_FILENO, output, O_WRONLY);
    if (code == 0) code = set(&files, STDERR_FILENO, errors, O_WRONLY);
    if (code == 0) code = posix_spawn_file_actions_addclosefrom_np(&files, STDERR_FILENO + 1);
    if (code == 0) code = posix_spawnp(process, arguments[0], &files, &attributes, arguments, variables);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&files);
    return code;
}
