#include "HarmlessText.h"

#include <stdint.h>
#include <string.h>

// Characters that control a terminal, hide or reorder text: Unicode's control and format characters and its line and
// paragraph separators, except the line feed and the tab.
static const struct { uint32_t first, last; } unsafe[] = {
    {0x0000, 0x0008}, {0x000B, 0x001F}, {0x007F, 0x009F}, {0x00AD, 0x00AD}, {0x0600, 0x0605}, {0x061C, 0x061C},
    {0x06DD, 0x06DD}, {0x070F, 0x070F}, {0x0890, 0x0891}, {0x08E2, 0x08E2}, {0x180E, 0x180E}, {0x200B, 0x200F},
    {0x2028, 0x202E}, {0x2060, 0x206F}, {0xFEFF, 0xFEFF}, {0xFFF9, 0xFFFB}, {0x110BD, 0x110BD}, {0x110CD, 0x110CD},
    {0x13430, 0x1343F}, {0x1BCA0, 0x1BCA3}, {0x1D173, 0x1D17A}, {0xE0000, 0xE0FFF},
};

static bool is_unsafe(uint32_t character) {
    for (size_t i = 0; i < sizeof unsafe / sizeof *unsafe; i++)
        if (character >= unsafe[i].first && character <= unsafe[i].last) return true;
    return false;
}

// Decodes one UTF-8 character and returns its length. An invalid byte is a character of its own: on a terminal without
// UTF-8 it may be a control character.
static size_t read_character(const unsigned char *bytes, size_t length, uint32_t *character) {
    size_t wanted = bytes[0] >= 0xF0 ? 4 : bytes[0] >= 0xE0 ? 3 : bytes[0] >= 0xC0 ? 2 : 1;
    *character = bytes[0];
    if (wanted == 1 || wanted > length) return 1;
    uint32_t value = bytes[0] & (0xFF >> (wanted + 1));
    for (size_t i = 1; i < wanted; i++) {
        if ((bytes[i] & 0xC0) != 0x80) return 1;
        value = value << 6 | (bytes[i] & 0x3F);
    }
    *character = value;
    return wanted;
}

size_t without_controls(char *text, size_t length) {
    unsigned char *bytes = (unsigned char *)text;
    for (size_t i = 0; i < length;) {
        uint32_t character;
        size_t count = read_character(bytes + i, length - i, &character);
        if (is_unsafe(character)) memset(bytes + i, '?', count);
        i += count;
    }
    return length;
}
