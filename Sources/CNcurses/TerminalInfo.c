// A separate file, because term.h defines macros such as "columns".
#include "CNcurses.h"

#include <curses.h>
#include <string.h>
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

bool curses_has_direct_colors(void) {
    // The capability is a flag, a number or a string. Only eight bits per component are supported.
    const char *widths = terminal_string("RGB");
    bool is_direct = tigetflag("RGB") > 0 || tigetnum("RGB") == 8 || (widths && strcmp(widths, "8/8/8") == 0);
    return is_direct && COLORS == 1 << 24;
}

unsigned curses_colorless_attributes(void) {
    // The bits of terminfo's `ncv`.
    const struct { int bit; unsigned attribute; } names[] = {
        {2, curses_underline}, {4, curses_reverse}, {16, curses_dim}, {32, curses_bold}, {1 << 15, curses_italic},
    };
    int bits = tigetnum("ncv");
    unsigned attributes = 0;
    for (size_t i = 0; bits > 0 && i < sizeof names / sizeof *names; i++)
        if (bits & names[i].bit) attributes |= names[i].attribute;
    return attributes;
}
