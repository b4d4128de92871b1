#ifndef CEXPAT_H
#define CEXPAT_H

#include <stdbool.h>
#include <stddef.h>

/// What is called while a document is read. Each function returns whether to continue.
struct xml_handler {
    /// Passed to each function.
    void *_Nullable context;
    /// An element begins. A name is its namespace, a line feed and the local name; without a namespace the local name alone.
    /// `attributes` are names and values in turn, and NULL after the last one.
    bool (*_Nonnull begin)(
        void *_Nullable context, const char *_Nonnull name, const char *_Nullable const *_Nonnull attributes);
    /// An element ends.
    bool (*_Nonnull end)(void *_Nullable context);
    /// Characters in an element, in UTF-8. A text can come in several pieces.
    bool (*_Nonnull text)(void *_Nullable context, const char *_Nonnull bytes, size_t count);
};

enum xml_outcome {
    /// The whole document was read.
    XML_WAS_READ,
    /// A function of the handler did not want to continue.
    XML_WAS_STOPPED,
    /// The document has a document type. Its entities could make a small document a large one.
    XML_HAS_DOCUMENT_TYPE,
    /// The document is not well-formed, or not complete.
    XML_IS_MALFORMED,
    XML_NEEDS_MEMORY,
};

/// Reads a whole document.
/// - row: set to the number of the row, counted from 1, at which reading ended.
enum xml_outcome read_xml(
    const void *_Nonnull bytes, size_t count, const struct xml_handler *_Nonnull handler, unsigned long *_Nonnull row);

#endif
