#include "HarmlessText.h"

#include <string.h>

// How many bytes at the beginning are to be kept from the terminal: 0 when they are harmless.
static size_t control_length(const unsigned char *bytes, size_t length) {
    unsigned char first = bytes[0], second = length > 1 ? bytes[1] : 0, third = length > 2 ? bytes[2] : 0;
    if (first < 0x20) return first != '\n' && first != '\t';
    if (first == 0x7F) return 1;
    if (first == 0xC2 && second >= 0x80 && second <= 0x9F) return 2;  // C1
    if (first == 0xD8 && second == 0x9C) return 2;                    // the Arabic letter mark
    if (first == 0xEF && second == 0xBB && third == 0xBF) return 3;   // the byte order mark
    if (first != 0xE2) return 0;
    // Without width, of another direction, or ending a line without being a line feed.
    if (second == 0x80 && ((third >= 0x8B && third <= 0x8F) || (third >= 0xA8 && third <= 0xAE))) return 3;
    if (second == 0x81 && third >= 0xA0 && third <= 0xAF) return 3;
    return 0;
}

// The bytes of the character that these begin with, or 1 where they are no UTF-8.
static size_t character_length(const unsigned char *bytes, size_t length) {
    size_t wanted = bytes[0] >= 0xF0 ? 4 : bytes[0] >= 0xE0 ? 3 : bytes[0] >= 0xC0 ? 2 : 1;
    if (wanted > length) return 1;
    for (size_t i = 1; i < wanted; i++)
        if ((bytes[i] & 0xC0) != 0x80) return 1;
    return wanted;
}

size_t without_controls(char *text, size_t length) {
    unsigned char *bytes = (unsigned char *)text;
    for (size_t i = 0; i < length;) {
        size_t count = control_length(bytes + i, length - i);
        // A byte of its own is C1 to a terminal that does not speak UTF-8.
        if (count == 0 && bytes[i] >= 0x80 && bytes[i] <= 0x9F) count = 1;
        if (count > 0) {
            memset(bytes + i, '?', count);
            i += count;
        } else {
            i += character_length(bytes + i, length - i);
        }
    }
    return length;
}
