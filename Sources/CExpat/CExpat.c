#include "CExpat.h"

#include <expat.h>
#include <limits.h>

struct reading {
    XML_Parser parser;
    const struct xml_handler *handler;
    bool has_document_type;
};

static void continue_if(struct reading *reading, bool condition)
{
    if (!condition) XML_StopParser(reading->parser, XML_FALSE);
}

static void begin(void *data, const XML_Char *name, const XML_Char **attributes)
{
    struct reading *reading = data;
    const char *const *list = (const char *const *)attributes;
    continue_if(reading, reading->handler->begin(reading->handler->context, name, list));
}

static void end(void *data, const XML_Char *name)
{
    (void)name;
    struct reading *reading = data;
    continue_if(reading, reading->handler->end(reading->handler->context));
}

static void text(void *data, const XML_Char *bytes, int count)
{
    struct reading *reading = data;
    continue_if(reading, reading->handler->text(reading->handler->context, bytes, (size_t)count));
}

static void begin_document_type(
    void *data, const XML_Char *name, const XML_Char *system_id, const XML_Char *public_id, int has_internal_subset)
{
    (void)name, (void)system_id, (void)public_id, (void)has_internal_subset;
    struct reading *reading = data;
    reading->has_document_type = true;
    continue_if(reading, false);
}

enum xml_outcome read_xml(const void *bytes, size_t count, const struct xml_handler *handler, unsigned long *row)
{
    *row = 1;
    if (count > INT_MAX) return XML_NEEDS_MEMORY;
    // A line feed is no part of a namespace: expat refuses one that has it.
    struct reading reading = {.parser = XML_ParserCreateNS(NULL, '\n'), .handler = handler};
    if (reading.parser == NULL) return XML_NEEDS_MEMORY;
    XML_SetUserData(reading.parser, &reading);
    XML_SetElementHandler(reading.parser, begin, end);
    XML_SetCharacterDataHandler(reading.parser, text);
    XML_SetStartDoctypeDeclHandler(reading.parser, begin_document_type);

    enum xml_outcome outcome = XML_WAS_READ;
    if (XML_Parse(reading.parser, bytes, (int)count, XML_TRUE) != XML_STATUS_OK) {
        switch (XML_GetErrorCode(reading.parser)) {
        case XML_ERROR_ABORTED: outcome = reading.has_document_type ? XML_HAS_DOCUMENT_TYPE : XML_WAS_STOPPED; break;
        case XML_ERROR_NO_MEMORY: outcome = XML_NEEDS_MEMORY; break;
        default: outcome = XML_IS_MALFORMED;
        }
    }
    *row = XML_GetCurrentLineNumber(reading.parser);
    XML_ParserFree(reading.parser);
    return outcome;
}
