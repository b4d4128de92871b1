#include "CSwiftJobs.h"

// As declared in the Swift runtime's ConcurrencyHooks.def.
typedef __attribute__((swiftcall)) void (*enqueue_original)(void *job);
extern __attribute__((swiftcall)) void (*swift_task_enqueueGlobal_hook)(void *job, enqueue_original original);

static swift_job_handler handler;

static __attribute__((swiftcall)) void enqueue(void *job, enqueue_original original) {
    (void)original;
    handler(job);
}

void swift_jobs_take_over(swift_job_handler new_handler) {
    handler = new_handler;
    swift_task_enqueueGlobal_hook = enqueue;
}
