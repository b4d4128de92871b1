#pragma once

/// Gets a job of Swift's concurrency that may run on any thread; has it run, once, on one of its own.
typedef void (*swift_job_handler)(void *_Nonnull job);

/// Hands every such job to `handler` from now on, instead of to libdispatch's pool of threads. To be called once,
/// before there is a job.
///
/// NIO has a function for the same purpose, which looks the runtime's hook up by its name; in a program that is linked
/// statically the name cannot be found that way.
void swift_jobs_take_over(swift_job_handler _Nonnull handler);
