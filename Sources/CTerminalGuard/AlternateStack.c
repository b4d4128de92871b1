// After a stack overflow a signal handler needs an alternate stack, one per thread. The threads of a Swift program are
// created inside libraries, so this interposes pthread_create: every thread sets up its stack first.
#define _GNU_SOURCE
#include "AlternateStack.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>

// The kernel saves up to 11 KiB of registers on the stack.
enum { ALTERNATE_STACK = 32 * 1024 };

// It lives as long as the thread.
static _Thread_local char stack[ALTERNATE_STACK];

void alternate_stack_use(void) {
    stack_t alternate = {.ss_sp = stack, .ss_size = sizeof stack};
    sigaltstack(&alternate, NULL);
}

struct start {
    void *(*routine)(void *);
    void *argument;
};

static void *begin(void *raw) {
    struct start start = *(struct start *)raw;
    free(raw);
    alternate_stack_use();
    return start.routine(start.argument);
}

int pthread_create(
    pthread_t *restrict thread, const pthread_attr_t *restrict attributes, void *(*routine)(void *),
    void *restrict argument) {
    // A lookup takes less than a microsecond and needs no shared state.
    int (*create)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
    *(void **)&create = dlsym(RTLD_NEXT, "pthread_create");
    struct start *start = malloc(sizeof *start);
    if (!create || !start) {
        free(start);
        return EAGAIN;
    }
    *start = (struct start){routine, argument};
    int result = create(thread, attributes, begin, start);
    if (result != 0) free(start);
    return result;
}
