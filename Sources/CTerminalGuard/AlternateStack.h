#pragma once

/// Gives the calling thread a second stack for signal handlers, so that running out of the first can be handled.
void alternate_stack_use(void);
