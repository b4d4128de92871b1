#include "CTestWidth.h"
#include <stdlib.h>

/// Limits how many tests run at a time, before the runner starts. All tests begin at once otherwise, and on a slow machine
/// each one waits minutes for its turn in the middle, which counts against its time limit. A test that waits for its turn
/// to begin does not use up its limit.
__attribute__((constructor)) static void limit_width(void) {
    setenv("SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH", "16", 0);
}
