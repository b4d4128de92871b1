#ifndef CSHA256_H
#define CSHA256_H

#include <stddef.h>
#include <stdint.h>

enum { SHA256_SIZE = 32 };

/// Writes the SHA-256 hash of the bytes to `hash`, which has room for `SHA256_SIZE` bytes.
void sha256(const void *_Nullable bytes, size_t count, uint8_t *_Nonnull hash);

#endif
