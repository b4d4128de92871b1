#include "CSHA256.h"

#include <sha2.h>

_Static_assert(SHA256_SIZE == SHA256_DIGEST_LENGTH, "the size of a hash");

void sha256(const void *bytes, size_t count, uint8_t *hash)
{
    SHA2_CTX context;
    SHA256Init(&context);
    SHA256Update(&context, bytes, count);
    SHA256Final(hash, &context);
}
