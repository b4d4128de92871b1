// Apart from the rest, for term.h makes macros of words like "columns".
#include "CNcurses.h"

#include <curses.h>
#include <term.h>
#include <unistd.h>

bool terminal_describe(const char *name) {
    int found = 0;
    return setupterm(name, STDIN_FILENO, &found) == OK && found == 1;
}

void terminal_forget(void) {
    del_curterm(cur_term);
}

const char *terminal_string(const char *capability) {
    const char *value = tigetstr(capability);
    return value == (const char *)-1 ? NULL : value;
}
