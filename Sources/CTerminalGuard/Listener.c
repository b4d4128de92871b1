#define _GNU_SOURCE
#include "CTerminalGuard.h"

#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

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
