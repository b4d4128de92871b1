#include "CWcsxfrm.h"

#include <wchar.h>

_Static_assert(sizeof(wchar_t) == sizeof(int32_t), "wide characters are code points");

size_t collation_key(int32_t *weights, const int32_t *text, size_t capacity) {
    return wcsxfrm((wchar_t *)weights, (const wchar_t *)text, capacity);
}
