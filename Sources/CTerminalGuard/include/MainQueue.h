#pragma once

// Runs libdispatch's main queue in an event loop of the program, as CoreFoundation's run loop does. libdispatch exports
// these two functions for that purpose, but does not document them. With them, the main thread waits for keys and
// main-actor jobs in one call, and a key never changes threads.

/// A descriptor that is readable while the main queue has jobs. Reading eight bytes resets it.
int _dispatch_get_main_queue_port_4CF(void);
/// Runs the jobs of the main queue on the calling thread, which must be the main thread.
void _dispatch_main_queue_callback_4CF(void *message);
