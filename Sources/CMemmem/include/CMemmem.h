#ifndef CMEMMEM_H
#define CMEMMEM_H

#include <stddef.h>

/// Calls memmem(3), which glibc declares only with _GNU_SOURCE: the first occurrence of `needle` in `bytes`, or NULL.
const void *_Nullable find_bytes(
    const void *_Nonnull bytes, size_t count, const void *_Nonnull needle, size_t needle_count);

#endif
