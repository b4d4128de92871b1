#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The part of ncurses that the screen needs, as functions: much of curses.h is macros, which Swift cannot import, and its
// global variables are not safe in Swift's concurrency. Only the main thread calls these functions.
//
// ncurses writes to a memory file instead of the terminal, and the caller sends the content in one write. So ncurses never
// changes the terminal or its settings. It keeps signal handlers that are installed before it is opened.

/// Loads the terminfo description of a terminal type, for `terminal_string`. False for an unknown type.
bool terminal_describe(const char *name);
/// Frees the description.
void terminal_forget(void);
/// A string capability by its terminfo name; NULL if the terminal does not have it.
const char *terminal_string(const char *capability);

/// Opens ncurses for a terminal type, with its output in the file `memory`. False on failure.
bool curses_open(const char *name, int memory);
/// Initialises colours over the default background. Returns the number of colours; 0 without support.
int curses_start_colors(void);
/// Whether colour numbers are RGB values with eight bits per component. Numbers below 8 are palette colours.
bool curses_has_direct_colors(void);
/// The attributes that the terminal cannot combine with colours.
unsigned curses_colorless_attributes(void);
/// Sets the colours of a pair, counted from 1; -1 is the default colour.
void curses_set_color_pair(int pair, int foreground, int background);
/// Writes the sequence that leaves the screen.
void curses_leave(void);
/// Writes the sequence that enters the screen again. The next update draws everything.
void curses_return(void);
/// Sets the size. The next update draws everything.
void curses_resize(int rows, int columns);
/// Makes the next update draw everything.
void curses_redraw(void);
/// Erases the virtual screen.
void curses_erase(void);
/// Bytes for the terminal, valid until the next call of the function that returned them.
struct curses_bytes { const char *start; size_t count; };
/// Scrolls the rows from `top` to `bottom` up by `distance`, or down by a negative one, in the screens of ncurses. Call it
/// while there are no changes that are not drawn yet.
///
/// Returns the bytes that scroll the terminal, to be sent before the next update. Without support it does nothing and
/// returns no bytes.
struct curses_bytes curses_scroll(int top, int bottom, int distance);
/// Shows or hides the cursor.
void curses_show_cursor(bool shown);
/// Sets the position of the cursor after an update.
void curses_move(int row, int column);
/// Writes the differences to the last update.
void curses_update(void);

/// Attributes, which can be combined with `|`.
enum curses_attribute {
    curses_bold = 1, curses_dim = 2, curses_underline = 4, curses_reverse = 8, curses_italic = 16
};

/// The ncurses attributes of a look: its attributes and its colour pair.
uint32_t curses_look(unsigned attributes, int pair);
/// Appends a printable ASCII character to the current row: the fast path for nearly all characters.
void curses_add_ascii(uint32_t character, uint32_t look);
/// Appends a character of `width` columns (1 or 2) to the current row. A character that has another width in ncurses, or
/// that the locale cannot express, becomes question marks.
void curses_add(uint32_t base, const uint32_t *marks, size_t count, int width, uint32_t look);
/// Draws the current row, and starts a new one.
void curses_put_row(int row);
/// Makes the next update write a row whole, not only its differences.
void curses_rewrite_row(int row);

/// Decodes one character in the encoding of the locale. Returns its length, 0 for invalid bytes, and -1 for an incomplete
/// character.
int locale_decode(const char *bytes, size_t length, uint32_t *scalar);
