#define _GNU_SOURCE
#include "CWcwidth.h"

#include <locale.h>
#include <pthread.h>
#include <wchar.h>

static locale_t utf8;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void make_utf8(void) {
    utf8 = newlocale(LC_CTYPE_MASK, "C.UTF-8", NULL);
}

int terminal_columns(uint32_t code_point) {
    pthread_once(&once, make_utf8);
    if (!utf8) return wcwidth((wchar_t)code_point);
    locale_t previous = uselocale(utf8);
    int columns = wcwidth((wchar_t)code_point);
    uselocale(previous);
    return columns;
}
