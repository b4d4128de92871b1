#define _GNU_SOURCE
#include "CMemmem.h"

#include <string.h>

const void *find_bytes(const void *bytes, size_t count, const void *needle, size_t needle_count)
{
    return memmem(bytes, count, needle, needle_count);
}
