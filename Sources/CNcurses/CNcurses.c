#define _GNU_SOURCE
#define _XOPEN_SOURCE_EXTENDED 1
#define NCURSES_WIDECHAR 1
#include "CNcurses.h"

#include <curses.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>

static cchar_t *row_cells;
static size_t row_count, row_room;

bool curses_open(const char *name, int memory) {
    FILE *file = fdopen(memory, "r+");
    if (!file) return false;
    if (!newterm(name, file, file)) {
        fclose(file);
        return false;
    }
    typeahead(-1);
    keypad(stdscr, TRUE);
    return true;
}

int curses_start_colors(void) {
    return has_colors() && start_color() == OK && use_default_colors() == OK ? COLORS : 0;
}

void curses_set_color_pair(int pair, int foreground, int background) {
    init_extended_pair(pair, foreground, background);
}

void curses_leave(void) {
    endwin();
}

void curses_return(void) {
    doupdate();
    clearok(curscr, TRUE);
}

void curses_resize(int rows, int columns) {
    resize_term(rows, columns);
    clearok(curscr, TRUE);
}

void curses_redraw(void) {
    clearok(curscr, TRUE);
}

void curses_erase(void) {
    werase(newscr);
}

void curses_show_cursor(bool shown) {
    curs_set(shown ? 1 : 0);
}

void curses_move(int row, int column) {
    wmove(newscr, row, column);
}

void curses_update(void) {
    doupdate();
}

// Whether a character has this width in ncurses and in the locale.
static bool takes_columns(uint32_t scalar, int columns) {
    if (scalar >= 0x20 && scalar < 0x7F) return columns == 1;
    char bytes[MB_LEN_MAX];
    mbstate_t state = {0};
    return wcwidth((wchar_t)scalar) == columns && wcrtomb(bytes, (wchar_t)scalar, &state) != (size_t)-1;
}

uint32_t curses_look(unsigned attributes, int pair) {
    attr_t look = A_NORMAL;
    if (attributes & curses_bold) look |= A_BOLD;
    if (attributes & curses_dim) look |= A_DIM;
    if (attributes & curses_underline) look |= A_UNDERLINE;
    if (attributes & curses_reverse) look |= A_REVERSE;
    if (attributes & curses_italic) look |= A_ITALIC;
    return look | (attr_t)COLOR_PAIR(pair);
}

// Fills in the cell directly: setcchar() takes longer than the rest of a frame.
static void append(const wchar_t *text, size_t length, uint32_t look) {
    if (row_count == row_room) {
        size_t room = row_room ? row_room * 2 : 256;
        cchar_t *cells = realloc(row_cells, room * sizeof *cells);
        if (!cells) return;
        row_cells = cells;
        row_room = room;
    }
    cchar_t *cell = &row_cells[row_count++];
    *cell = (cchar_t){.attr = look, .ext_color = PAIR_NUMBER(look)};
    for (size_t i = 0; i < length; i++) cell->chars[i] = text[i];
}

void curses_add_ascii(uint32_t character, uint32_t look) {
    wchar_t text = (wchar_t)character;
    append(&text, 1, look);
}

void curses_add(uint32_t base, const uint32_t *marks, size_t count, int width, uint32_t look) {
    wchar_t text[CCHARW_MAX] = {(wchar_t)base};
    if (takes_columns(base, width)) {
        size_t length = 1;
        for (size_t i = 0; i < count && length < CCHARW_MAX; i++)
            if (takes_columns(marks[i], 0)) text[length++] = (wchar_t)marks[i];
        append(text, length, look);
    } else {
        for (int i = 0; i < width; i++) append(L"?", 1, look);
    }
}

int locale_decode(const char *bytes, size_t length, uint32_t *scalar) {
    wchar_t character = 0;
    mbstate_t state = {0};
    size_t result = mbrtowc(&character, bytes, length, &state);
    if (result == (size_t)-2) return -1;
    if (result == (size_t)-1) return 0;
    *scalar = (uint32_t)character;
    return result == 0 ? 1 : (int)result;
}

// Draws into newscr, the virtual screen of ncurses, without a window: every window is one more copy of the screen that
// each key would bring back into the processor caches.
void curses_put_row(int row) {
    mvwadd_wchnstr(newscr, row, 0, row_cells, (int)row_count);
    row_count = 0;
}

void curses_rewrite_row(int row) {
    wredrawln(newscr, row, 1);
}
