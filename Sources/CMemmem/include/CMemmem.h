#ifndef CMEMMEM_H
#define CMEMMEM_H

#include <stddef.h>

/// The C library's memmem, which its headers show to GNU sources alone: where `needle` first stands in `bytes`, or NULL.
const void *_Nullable find_bytes(
    const void *_Nonnull bytes, size_t count, const void *_Nonnull needle, size_t needle_count);

#endif
