#pragma once

/// Sets up an alternate signal stack for the calling thread, to handle a stack overflow.
void alternate_stack_use(void);
