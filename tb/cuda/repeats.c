/* repeats.c - records of launches that ran alone, most recently used first. A journal (ptx/journal.h) records the
 * memory of a launch while nothing else can write to it; the record holds the bytes before and after. */
#include "cuda/repeats.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define RECORDS_BYTES_MAX (UINT64_C(1) << 30)
enum { RECORDS_OF_KEY = 8 }; /* most records of one key: the same launch with different memory contents */

typedef struct record {
    struct record *next;
    void *key;
    size_t key_bytes;
    footprint_t *footprint;
    uint64_t simulated, cycles; /* number of simulations; their cycles added up */
} record_t;

struct cuda_repeats {
    gmem_t *g;
    journal_t *journal;
    uint32_t simulate;
    record_t *first;
    const kernel_launch_t *watched;   /* launch that the journal records; NULL: none */
    uint64_t begun, repeated, cycles; /* launches simulated; launches charged; cycles charged */
};

cuda_repeats_t *cuda_repeats_create(gmem_t *g, stats_t *s, uint32_t simulate)
{
    cuda_repeats_t *r = calloc(1, sizeof *r);
    journal_t *j = journal_create(g);
    if (!r || !j) {
        journal_destroy(j);
        free(r);
        return NULL;
    }
    *r = (cuda_repeats_t){.g = g, .journal = j, .simulate = simulate};
    stats_add_u64(s, "repeats", "simulated", "launches", "simulated", &r->begun);
    stats_add_u64(s, "repeats", "repeated", "launches", "charged as an earlier one, not simulated", &r->repeated);
    stats_add_u64(s, "repeats", "cycles", "cycles", "charged for these, in no other statistic", &r->cycles);
    return r;
}

static void record_free(record_t *x)
{
    free(x->key);
    footprint_destroy(x->footprint);
    free(x);
}

void cuda_repeats_destroy(cuda_repeats_t *r)
{
    if (!r) return;
    while (r->first) {
        record_t *next = r->first->next;
        record_free(r->first);
        r->first = next;
    }
    journal_destroy(r->journal);
    free(r);
}

static bool has_key(const record_t *x, const void *key, size_t bytes)
{
    return x->key_bytes == bytes && !memcmp(x->key, key, bytes);
}

static void put_first(cuda_repeats_t *r, record_t **at)
{
    record_t *x = *at;
    *at = x->next;
    x->next = r->first;
    r->first = x;
}

bool cuda_repeats_take(cuda_repeats_t *r, const kernel_launch_t *k)
{
    size_t bytes;
    void *key = r && ptx_launch_repeatable(k) ? ptx_launch_key(k, &bytes) : NULL;
    record_t **at = key ? &r->first : NULL;
    while (at && *at && !(has_key(*at, key, bytes) && footprint_holds((*at)->footprint, r->g))) at = &(*at)->next;
    free(key);
    if (!at || !*at || (*at)->simulated < r->simulate) return false;
    put_first(r, at);
    const record_t *x = r->first;
    footprint_write(x->footprint, r->g);
    r->repeated++;
    r->cycles += (x->cycles + x->simulated / 2) / x->simulated;
    return true;
}

void cuda_repeats_disturb(cuda_repeats_t *r)
{
    if (r && r->watched) journal_spoil(r->journal);
}

void cuda_repeats_begin(cuda_repeats_t *r, kernel_launch_t *k, bool alone)
{
    if (!r) return;
    r->begun++;
    cuda_repeats_disturb(r);
    if (!alone || r->watched || !ptx_launch_repeatable(k)) return;
    r->watched = k;
    ptx_launch_journal(k, r->journal);
}

/* Drops the least recently used records above the limits. */
static void forget(cuda_repeats_t *r)
{
    const record_t *newest = r->first;
    uint64_t bytes = 0;
    uint32_t of_key = 0;
    for (record_t **at = &r->first; *at;) {
        record_t *x = *at;
        of_key += has_key(x, newest->key, newest->key_bytes);
        bytes += footprint_bytes(x->footprint);
        if (x != newest &&
            (bytes > RECORDS_BYTES_MAX || (of_key > RECORDS_OF_KEY && has_key(x, newest->key, newest->key_bytes)))) {
            *at = x->next;
            bytes -= footprint_bytes(x->footprint);
            record_free(x);
        } else {
            at = &x->next;
        }
    }
}

/* Inserts a new record at the front. False: out of memory. */
static bool add(cuda_repeats_t *r, const kernel_launch_t *k)
{
    record_t *x = calloc(1, sizeof *x);
    if (x) x->key = ptx_launch_key(k, &x->key_bytes);
    if (!x || !x->key) {
        free(x);
        return false;
    }
    x->next = r->first;
    r->first = x;
    return true;
}

/* Moves the record with the footprint `f` to the front, or creates it. False: out of memory. */
static bool find(cuda_repeats_t *r, const kernel_launch_t *k, const footprint_t *f)
{
    size_t bytes;
    void *key = ptx_launch_key(k, &bytes);
    record_t **at = &r->first;
    while (key && *at && !(has_key(*at, key, bytes) && footprint_same((*at)->footprint, f))) at = &(*at)->next;
    free(key);
    if (!*at) return key && add(r, k);
    put_first(r, at);
    return true;
}

void cuda_repeats_end(cuda_repeats_t *r, const kernel_launch_t *k, uint64_t cycles)
{
    if (!r || r->watched != k) return;
    r->watched = NULL;
    footprint_t *f = journal_end(r->journal);
    if (!f) return;
    if (!find(r, k, f)) {
        footprint_destroy(f);
        return;
    }
    record_t *x = r->first;
    footprint_destroy(x->footprint);
    x->footprint = f;
    x->simulated++;
    x->cycles += cycles;
    forget(r);
}

uint64_t cuda_repeats_cycles(const cuda_repeats_t *r) { return r ? r->cycles : 0; }

uint64_t cuda_repeats_count(const cuda_repeats_t *r) { return r ? r->repeated : 0; }

void cuda_repeats_text(const cuda_repeats_t *r, uint64_t simulated_cycles, char *text, size_t bytes)
{
    *text = '\0';
    if (!r) return;
    snprintf(text, bytes,
             "\n%" PRIu64 " of %" PRIu64 " launches were not simulated: they repeat an earlier one, simulated %" PRIu32
             " time%s or more, and are\ncharged its mean, %" PRIu64 " cycles in all. With those it is %" PRIu64
             " cycles; all figures above are of the %" PRIu64 " simulated\n",
             r->repeated, r->begun + r->repeated, r->simulate, r->simulate == 1 ? "" : "s", r->cycles,
             simulated_cycles + r->cycles, r->begun);
}
