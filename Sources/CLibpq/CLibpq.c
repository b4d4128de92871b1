#include "CLibpq.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <stdlib.h>

static bool find(void *library, const char *name, void *function, const char **reason) {
    void *address = dlsym(library, name);
    if (!address) *reason = dlerror();
    // POSIX lets a function's address be stored this way, which C does not.
    *(void **)function = address;
    return address;
}

#define FIND(NAME) find(library, #NAME, &functions->NAME, reason)

static bool find_all(void *library, libpq_functions *functions, const char **reason) {
    return FIND(PQconninfoParse) && FIND(PQconninfo) && FIND(PQconninfoFree) && FIND(PQconnectdbParams)
        && FIND(PQconnectStartParams) && FIND(PQfinish) && FIND(PQstatus) && FIND(PQtransactionStatus)
        && FIND(PQerrorMessage) && FIND(PQsocket) && FIND(PQbackendPID) && FIND(PQsetnonblocking)
        && FIND(PQsetNoticeReceiver) && FIND(PQsendQuery) && FIND(PQsendPrepare) && FIND(PQsendQueryPrepared)
        && FIND(PQflush) && FIND(PQconsumeInput) && FIND(PQisBusy) && FIND(PQgetResult) && FIND(PQnotifies)
        && FIND(PQresultStatus) && FIND(PQresultErrorMessage) && FIND(PQresultErrorField) && FIND(PQcmdStatus)
        && FIND(PQntuples) && FIND(PQnfields) && FIND(PQftype) && FIND(PQgetisnull)
        && FIND(PQgetlength) && FIND(PQgetvalue) && FIND(PQclear) && FIND(PQfreemem);
}

libpq_functions *libpq_open(const char *name, const char **reason) {
    void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        *reason = dlerror();
        return NULL;
    }
    libpq_functions *functions = malloc(sizeof *functions);
    if (!functions) {
        *reason = "out of memory";
        return NULL;
    }
    if (find_all(library, functions, reason)) return functions;
    free(functions);
    return NULL;
}
