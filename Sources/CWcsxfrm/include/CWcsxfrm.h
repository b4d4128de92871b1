#pragma once

#include <stddef.h>
#include <stdint.h>

/// wcsxfrm(3), which Swift's Glibc module does not have: the weights of a text in the collation of the locale.
///
/// - text: code points, and a zero at the end.
/// - Returns: the number of weights. If it is not less than the capacity, the weights are incomplete.
size_t collation_key(int32_t *weights, const int32_t *text, size_t capacity);
