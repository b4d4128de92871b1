#pragma once

/// Receives a global job of Swift's concurrency, and runs it once, on a thread of its choice.
typedef void (*swift_job_handler)(void *_Nonnull job);

/// Passes every such job to `handler` instead of libdispatch's thread pool. Call it once, before the first job.
///
/// NIO has a function for this, but it looks up the runtime's hook by name, which fails in a statically linked program.
void swift_jobs_take_over(swift_job_handler _Nonnull handler);
