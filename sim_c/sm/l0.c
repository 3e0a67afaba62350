/* l0.c - tags of the L0 instruction cache, lines on demand, and the stream buffer. */
#include "sm/l0.h"

#include "mem/tags.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { DEMANDS_MAX = SM_WARPS, REQUESTS_MAX = DEMANDS_MAX + L0_STREAM_MAX };

typedef struct {
    uint64_t line;
    bool here;
} ahead_t;

struct l0 {
    tags_t *tags;
    uint32_t demands, requests, stream, streams; /* in use; streams: places of the stream buffer */
    uint64_t demand[DEMANDS_MAX];                /* lines that fetches wait for */
    uint64_t request[REQUESTS_MAX];              /* not sent yet, the oldest first */
    ahead_t ahead[L0_STREAM_MAX];                /* the stream buffer, in the order of the lines */
};

l0_t *l0_create(uint32_t sets, uint32_t ways, uint32_t stream_lines)
{
    const cache_cfg_t cfg = {.sets = sets, .ways = ways};
    l0_t *l = calloc(1, sizeof *l);
    assert(stream_lines <= L0_STREAM_MAX);
    if (!l) return NULL;
    l->streams = stream_lines;
    l->tags = tags_create(&cfg);
    if (l->tags) return l;
    free(l);
    return NULL;
}

void l0_destroy(l0_t *l)
{
    if (!l) return;
    tags_destroy(l->tags);
    free(l);
}

void l0_empty(l0_t *l)
{
    for (uint32_t way = 0; way < tags_ways(l->tags); way++) tags_drop(l->tags, (int32_t)way);
    l->demands = l->requests = l->stream = 0;
}

static void insert(l0_t *l, uint64_t line)
{
    const int32_t way = tags_victim(l->tags, line);
    tags_take(l->tags, way, line);
}

static void request(l0_t *l, uint64_t line)
{
    assert(l->requests < REQUESTS_MAX);
    l->request[l->requests++] = line;
}

/* Fills the stream buffer with the lines from `next` on. */
static void run_ahead(l0_t *l, uint64_t next)
{
    for (; l->stream < l->streams; next++) {
        l->ahead[l->stream++] = (ahead_t){.line = next};
        request(l, next);
    }
}

/* Place of the line in the stream buffer; l->stream: it is not there. */
static uint32_t find_ahead(const l0_t *l, uint64_t line)
{
    uint32_t i = 0;
    while (i < l->stream && l->ahead[i].line != line) i++;
    return i;
}

static uint32_t find_demand(const l0_t *l, uint64_t line)
{
    uint32_t i = 0;
    while (i < l->demands && l->demand[i] != line) i++;
    return i;
}

/* Whether the line's request stays, behind `kept` others: a fetch needs one, also where the stream buffer, which
 * dropped the line, had requested it once more. */
static bool stays(const l0_t *l, uint64_t line, uint32_t kept)
{
    if (find_ahead(l, line) < l->stream) return true;
    if (find_demand(l, line) == l->demands) return false;
    while (kept && l->request[kept - 1] != line) kept--;
    return kept == 0;
}

/* Takes back requests for lines that were dropped before they were sent. */
static void forget(l0_t *l)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < l->requests; i++)
        if (stays(l, l->request[i], kept)) l->request[kept++] = l->request[i];
    l->requests = kept;
}

/* The line at place i leaves the stream buffer, those before it are dropped, and further ones follow. */
static void advance(l0_t *l, uint32_t i)
{
    const uint64_t next = l->ahead[l->stream - 1].line + 1;
    l->stream -= i + 1;
    memmove(l->ahead, &l->ahead[i + 1], l->stream * sizeof l->ahead[0]);
    forget(l);
    run_ahead(l, next);
}

bool l0_look(l0_t *l, uint64_t line)
{
    const int32_t way = tags_find(l->tags, line);
    if (way >= 0) {
        tags_touch(l->tags, way);
        return true;
    }
    const uint32_t i = find_ahead(l, line);
    if (i == l->stream || !l->ahead[i].here) return false;
    insert(l, line);
    advance(l, i);
    return true;
}

void l0_miss(l0_t *l, uint64_t line)
{
    if (find_demand(l, line) < l->demands) return;
    assert(l->demands < DEMANDS_MAX);
    l->demand[l->demands++] = line;
    if (find_ahead(l, line) < l->stream) return; /* on its way, and keeps its place until it is in the cache */
    l->stream = 0;
    forget(l);
    request(l, line);
    run_ahead(l, line + 1);
}

bool l0_requests(const l0_t *l) { return l->requests != 0; }

uint64_t l0_take_request(l0_t *l)
{
    const uint64_t line = l->request[0];
    memmove(l->request, &l->request[1], --l->requests * sizeof l->request[0]);
    return line;
}

void l0_arrive(l0_t *l, uint64_t line)
{
    const uint32_t i = find_demand(l, line), place = find_ahead(l, line);
    if (i == l->demands) {
        if (place < l->stream) l->ahead[place].here = true;
        return;
    }
    l->demand[i] = l->demand[--l->demands];
    insert(l, line);
    if (place < l->stream) advance(l, place);
}
