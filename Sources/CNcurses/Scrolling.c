// A separate file, because term.h defines macros such as "columns".
#include "CNcurses.h"

#include <curses.h>
#include <stdlib.h>
#include <term.h>

// Scrolls rows in a window of ncurses without marking them as changed.
static void scroll_window(WINDOW *window, int top, int bottom, int distance) {
    wsetscrreg(window, top, bottom);
    scrollok(window, TRUE);
    wscrl(window, distance);
    scrollok(window, FALSE);
    wsetscrreg(window, 0, LINES - 1);
    wtouchln(window, top, bottom - top + 1, 0);
}

static char drawn[4096];
static size_t drawn_count;
// The arguments of the last call, whose output is reused: a held key scrolls the same rows.
static struct { int top, bottom, distance, height; } last;

static int draw_byte(int byte) {
    if (drawn_count < sizeof drawn) drawn[drawn_count++] = (char)byte;
    return byte;
}

static void draw(const char *sequence) {
    tputs(sequence, 1, draw_byte);
}

// ncurses can detect the move itself, but compares every cell of every row several times, which takes half of the time
// of a key. The cursor is saved and restored, so that it stays where ncurses expects it.
struct curses_bytes curses_scroll(int top, int bottom, int distance) {
    const struct curses_bytes nothing = {0};
    const char *step = distance > 0 ? scroll_forward : scroll_reverse;
    if (!step || !change_scroll_region || !cursor_address || !save_cursor || !restore_cursor) return nothing;
    if (top != last.top || bottom != last.bottom || distance != last.distance || LINES != last.height) {
        drawn_count = 0;
        draw(save_cursor);
        draw(tiparm(change_scroll_region, top, bottom));
        draw(tiparm(cursor_address, distance > 0 ? bottom : top, 0));
        for (int i = 0; i < abs(distance); i++) draw(step);
        draw(tiparm(change_scroll_region, 0, LINES - 1));
        draw(restore_cursor);
        last.top = top, last.bottom = bottom, last.distance = distance, last.height = LINES;
    }
    if (drawn_count == sizeof drawn) return nothing;
    scroll_window(curscr, top, bottom, distance);
    scroll_window(newscr, top, bottom, distance);
    return (struct curses_bytes){drawn, drawn_count};
}
