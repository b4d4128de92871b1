// Apart from the rest, for term.h makes macros of words like "columns".
#include "CNcurses.h"
#include "Drawing.h"

#include <curses.h>
#include <stdlib.h>
#include <term.h>
#include <unistd.h>

// Moves rows in a window of ncurses' own without marking them as changed.
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

static int draw_byte(int byte) {
    if (drawn_count < sizeof drawn) drawn[drawn_count++] = (char)byte;
    return byte;
}

static void draw(const char *sequence) {
    tputs(sequence, 1, draw_byte);
}

// ncurses could find the move by itself, but then compares every cell of every row several times, which is half of all
// that a key costs. The terminal's own memory of the cursor keeps true what ncurses believes about where it is. ncurses
// has sent all it had to send, so what is drawn here comes after that.
bool curses_scroll(int top, int bottom, int distance) {
    const char *step = distance > 0 ? scroll_forward : scroll_reverse;
    if (!step || !change_scroll_region || !cursor_address || !save_cursor || !restore_cursor) return false;
    drawn_count = 0;
    draw(save_cursor);
    draw(tiparm(change_scroll_region, top, bottom));
    draw(tiparm(cursor_address, distance > 0 ? bottom : top, 0));
    for (int i = 0; i < abs(distance); i++) draw(step);
    draw(tiparm(change_scroll_region, 0, LINES - 1));
    draw(restore_cursor);
    if (drawn_count == sizeof drawn || write(drawing_file, drawn, drawn_count) != (ssize_t)drawn_count) return false;
    scroll_window(curscr, top, bottom, distance);
    scroll_window(newscr, top, bottom, distance);
    scroll_window(stdscr, top, bottom, distance);
    return true;
}
