#define _GNU_SOURCE
#include "CTerminalGuard.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

int terminal_spawn(pid_t *process, char *const arguments[], char *const variables[], int input) {
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
    int code = posix_spawn_file_actions_adddup2(&files, input, STDIN_FILENO);
    if (code == 0) code = posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    if (code == 0) code = posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    if (code == 0) code = posix_spawn_file_actions_addclosefrom_np(&files, STDERR_FILENO + 1);
    if (code == 0) code = posix_spawnp(process, arguments[0], &files, &attributes, arguments, variables);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&files);
    return code;
}

bool terminal_has_listener(const char *path) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (strlen(path) >= sizeof address.sun_path) return false;
    strcpy(address.sun_path, path);
    int file = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (file < 0) return false;
    bool connected = connect(file, (struct sockaddr *)&address, sizeof address) == 0;
    close(file);
    return connected;
}
