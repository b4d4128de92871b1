#pragma once

// libdispatch's main queue, run from a loop of one's own: the two functions that CoreFoundation's run loop uses for it.
// They are exported for that purpose and are no part of libdispatch's documented interface. With them the main thread
// waits for the keyboard and for main-actor jobs in one call, and a key needs no way from thread to thread.

/// A descriptor that is readable while the main queue has something to run; reading eight bytes from it resets it.
int _dispatch_get_main_queue_port_4CF(void);
/// Runs what waits in the main queue, on the calling thread, which must be the main one.
void _dispatch_main_queue_callback_4CF(void *message);
