#pragma once

// What the program uses of libpq, PostgreSQL's client library. The library is opened at run time, and this header declares
// its functions, so that neither the build nor the program needs libpq (Docs/Decisions/0039-libpq.md). The names are
// libpq's, where the functions are documented. Its binary interface is stable within `libpq.so.5`.

typedef struct pg_conn PGconn;
typedef struct pg_result PGresult;

/// A connection parameter: only `keyword`, `val` and `dispchar` are used. `dispchar` is "*" for a secret.
typedef struct {
    char *_Nullable keyword;
    char *_Nullable envvar;
    char *_Nullable compiled;
    char *_Nullable val;
    char *_Nullable label;
    char *_Nullable dispchar;
    int dispsize;
} PQconninfoOption;

/// A notification of a channel.
typedef struct pgNotify {
    char *_Nonnull relname;
    int be_pid;
    char *_Nonnull extra;
    struct pgNotify *_Nullable next;
} PGnotify;

typedef void (*PQnoticeReceiver)(void *_Nullable context, const PGresult *_Nullable notice);

enum libpq_connection_status { libpq_connection_ok = 0 };

enum libpq_result_status {
    libpq_empty_query = 0,
    libpq_command_ok = 1,
    libpq_tuples_ok = 2,
    libpq_copy_out = 3,
    libpq_copy_in = 4,
    libpq_copy_both = 8,
};

enum libpq_transaction_status { libpq_transaction_idle = 0 };

/// Codes of the fields of an error.
enum libpq_error_field {
    libpq_field_severity = 'V',
    libpq_field_sqlstate = 'C',
    libpq_field_message = 'M',
};

/// The functions of an opened library.
typedef struct {
    // Connections
    PQconninfoOption *_Nullable (*_Nonnull PQconninfoParse)(
        const char *_Nonnull text, char *_Nullable *_Nonnull message);
    PQconninfoOption *_Nullable (*_Nonnull PQconninfo)(PGconn *_Nonnull);
    void (*_Nonnull PQconninfoFree)(PQconninfoOption *_Nonnull);
    PGconn *_Nullable (*_Nonnull PQconnectdbParams)(
        const char *_Nullable const *_Nonnull keywords, const char *_Nullable const *_Nonnull values, int expand_dbname);
    PGconn *_Nullable (*_Nonnull PQconnectStartParams)(
        const char *_Nullable const *_Nonnull keywords, const char *_Nullable const *_Nonnull values, int expand_dbname);
    void (*_Nonnull PQfinish)(PGconn *_Nonnull);
    int (*_Nonnull PQstatus)(const PGconn *_Nonnull);
    int (*_Nonnull PQtransactionStatus)(const PGconn *_Nonnull);
    char *_Nonnull (*_Nonnull PQerrorMessage)(const PGconn *_Nonnull);
    int (*_Nonnull PQsocket)(const PGconn *_Nonnull);
    int (*_Nonnull PQbackendPID)(const PGconn *_Nonnull);
    int (*_Nonnull PQsetnonblocking)(PGconn *_Nonnull, int is_nonblocking);
    PQnoticeReceiver _Nullable (*_Nonnull PQsetNoticeReceiver)(
        PGconn *_Nonnull, PQnoticeReceiver _Nullable, void *_Nullable context);
    // Statements
    int (*_Nonnull PQsendQuery)(PGconn *_Nonnull, const char *_Nonnull sql);
    int (*_Nonnull PQsendPrepare)(
        PGconn *_Nonnull, const char *_Nonnull name, const char *_Nonnull sql, int count,
        const unsigned *_Nullable types);
    int (*_Nonnull PQsendQueryPrepared)(
        PGconn *_Nonnull, const char *_Nonnull name, int count, const char *_Nullable const *_Nullable values,
        const int *_Nullable lengths, const int *_Nullable formats, int result_format);
    int (*_Nonnull PQflush)(PGconn *_Nonnull);
    int (*_Nonnull PQconsumeInput)(PGconn *_Nonnull);
    int (*_Nonnull PQisBusy)(PGconn *_Nonnull);
    PGresult *_Nullable (*_Nonnull PQgetResult)(PGconn *_Nonnull);
    PGnotify *_Nullable (*_Nonnull PQnotifies)(PGconn *_Nonnull);
    // Results
    int (*_Nonnull PQresultStatus)(const PGresult *_Nonnull);
    char *_Nonnull (*_Nonnull PQresultErrorMessage)(const PGresult *_Nonnull);
    char *_Nullable (*_Nonnull PQresultErrorField)(const PGresult *_Nonnull, int field);
    char *_Nonnull (*_Nonnull PQcmdStatus)(PGresult *_Nonnull);
    int (*_Nonnull PQntuples)(const PGresult *_Nonnull);
    int (*_Nonnull PQnfields)(const PGresult *_Nonnull);
    unsigned (*_Nonnull PQftype)(const PGresult *_Nonnull, int column);
    int (*_Nonnull PQgetisnull)(const PGresult *_Nonnull, int row, int column);
    int (*_Nonnull PQgetlength)(const PGresult *_Nonnull, int row, int column);
    char *_Nullable (*_Nonnull PQgetvalue)(const PGresult *_Nonnull, int row, int column);
    void (*_Nonnull PQclear)(PGresult *_Nonnull);
    void (*_Nonnull PQfreemem)(void *_Nonnull);
} libpq_functions;

/// Opens the library, which stays open, and looks up all functions.
/// \return the functions, which the caller frees.
/// \param name the file name of the library, or its path.
/// \param reason why NULL is returned; valid until the thread opens another library.
libpq_functions *_Nullable libpq_open(
    const char *_Nonnull name, const char *_Nullable *_Nonnull reason);
