#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The part of ncurses that the screen needs, as functions: much of curses.h is macros, which Swift does not see, and
// its global variables are not for Swift's concurrency. Everything here belongs to the main thread.
//
// ncurses is given memory in place of the terminal: it works out what to send, and the caller sends it, in
// one piece. So it never touches the terminal or its settings. Of the signals it leaves alone those that are handled before
// it is opened.

/// Loads a description of a terminal, for `terminal_string`. False when there is none of that name.
bool terminal_describe(const char *name);
/// Lets go of what `terminal_describe` loaded.
void terminal_forget(void);
/// A string of the description, by its terminfo name; NULL when the terminal cannot do it.
const char *terminal_string(const char *capability);

/// Opens ncurses on a terminal of that name, drawing into `memory`. False when it refuses.
bool curses_open(const char *name, int memory);
/// Makes colours usable, over the terminal's own background. Returns how many there are; 0 when that cannot be done.
int curses_start_colors(void);
/// Whether a colour is a number with eight bits each of red, green and blue; below 8 it is one of the terminal's own.
bool curses_has_direct_colors(void);
/// The attributes that the terminal cannot show together with a colour.
unsigned curses_colorless_attributes(void);
/// Gives a pair, from 1 on, its colours; -1 is the terminal's own.
void curses_set_color_pair(int pair, int foreground, int background);
/// Draws what ends the use of the screen into the memory.
void curses_leave(void);
/// Draws what takes up the use of the screen again into the memory; the next update draws everything.
void curses_return(void);
/// Takes another size; the next update draws everything.
void curses_resize(int rows, int columns);
/// The next update draws everything.
void curses_redraw(void);
void curses_erase(void);
/// Bytes for the terminal; they stay as they are until the next call of the function that has returned them.
struct curses_bytes { const char *start; size_t count; };
/// Moves the rows from `top` to `bottom` up by that distance, or down when the number is negative, in all that ncurses
/// knows of the screen. To be called while nothing is changed that was not drawn. Returns what moves them on the
/// terminal, to be sent before what the next update draws; no bytes when the terminal cannot do it: nothing is done then.
struct curses_bytes curses_scroll(int top, int bottom, int distance);
/// Shows or hides the cursor.
void curses_show_cursor(bool shown);
/// Where the cursor rests after an update.
void curses_move(int row, int column);
/// Draws the difference to what was drawn last into the memory.
void curses_update(void);

/// Attributes that can be put together with `|`.
enum curses_attribute {
    curses_bold = 1, curses_dim = 2, curses_underline = 4, curses_reverse = 8, curses_italic = 16
};

/// What ncurses calls the attributes and a colour pair together: the `look` of a character.
uint32_t curses_look(unsigned attributes, int pair);
/// Adds a printable ASCII character to the row that is being put together: what nearly every character is.
void curses_add_ascii(uint32_t character, uint32_t look);
/// Adds any character to the row, in so many columns (1 or 2). What ncurses would not show in just these columns, and
/// what the locale cannot express, becomes as many question marks.
void curses_add(uint32_t base, const uint32_t *marks, size_t count, int width, uint32_t look);
/// Hands the row that was put together to ncurses, and begins a new one.
void curses_put_row(int row);

/// Reads one character in the encoding of the locale. Returns its length, 0 when the bytes are none, and -1 when more
/// bytes are needed.
int locale_decode(const char *bytes, size_t length, uint32_t *scalar);
