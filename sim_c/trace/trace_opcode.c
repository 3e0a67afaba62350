/* trace_opcode.c - the opcodes that a trace uses: the table row that models each, and its count. */
#include "trace/trace_internal.h"

#include <stdlib.h>
#include <string.h>

enum { OPCODES_MAX = 4096 };

trace_met_t *trace_met(trace_mets_t *m, const trace_sass_t *sass, const char *name, size_t chars, uint32_t binary)
{
    for (uint32_t i = 0; i < m->used; i++)
        if (m->met[i]->binary == binary && strlen(m->met[i]->pub.name) == chars &&
            memcmp(m->met[i]->pub.name, name, chars) == 0)
            return m->met[i];
    if (m->used == OPCODES_MAX) return NULL;
    if (m->used == m->room) {
        const uint32_t room = m->room ? 2 * m->room : 64;
        trace_met_t **more = realloc(m->met, room * sizeof(trace_met_t *));
        if (!more) return NULL;
        m->met = more;
        m->room = room;
    }
    trace_met_t *n = calloc(1, sizeof *n);
    if (!n) return NULL;
    memcpy(n->pub.name, name, chars);
    n->binary = binary;
    n->row = trace_sass_find(sass, name, chars, binary, &n->pub.known);
    n->pub.taken_as = n->row->name;
    n->pub.unmodelled = n->row->unmodelled;
    m->met[m->used++] = n;
    return n;
}

void trace_mets_free(trace_mets_t *m)
{
    for (uint32_t i = 0; i < m->used; i++) free(m->met[i]);
    free(m->met);
    *m = (trace_mets_t){0};
}
