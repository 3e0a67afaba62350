/* timeline.c - writes Perfetto's JSON event by event: a long run has millions, so no tree of jansson is built. */
#include "stats/timeline.h"

#include "base/outfile.h"

#include <assert.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>

enum { STREAMS = 256 };

/* Perfetto takes process 0 and thread 0 for Linux' idle task, puts a thread with its process's number before all
 * others, and shows the numbers behind the names: "SM 3 1003", "slot 2 102". */
enum { KERNELS = 1, FIRST_SM = 1000, FIRST_TRACK = 100 };
static uint32_t process(uint32_t sm) { return FIRST_SM + sm; }
static uint32_t track(uint32_t index) { return FIRST_TRACK + index; }

/* chrome://tracing colours a bar by its name if the event has no cname, so each CTA would have a colour of its own;
 * these words are colours that it has names for. (Perfetto leaves the number of the CTA out, and ignores them.) */
static const char *colour(uint32_t kernel)
{
    static const char *const of[] = {"thread_state_runnable",        "rail_idle", "thread_state_running",
                                     "thread_state_uninterruptible", "startup",   "thread_state_unknown"};
    return of[kernel % (sizeof of / sizeof of[0])];
}

typedef struct {
    timeline_cta_t cta; /* kernel NULL: the slot is free */
    uint64_t begin_cycle;
} open_cta_t;

typedef struct {
    const char *cause; /* NULL: no bar */
    uint64_t begin_cycle;
    bool named; /* the track exists */
} open_refusal_t;

struct timeline {
    outfile_t *file;
    uint32_t sms, slots, core_mhz;
    bool named[STREAMS]; /* a stream's track exists */
    struct {
        const char *name, *word;
    } words[TIMELINE_WORDS + 1]; /* and why the run ended */
    uint32_t word_count;
    open_refusal_t *refused; /* by SM */
    open_cta_t open[];       /* sm * slots + slot */
};

static void name_process(FILE *f, uint32_t pid, const char *name, uint32_t place)
{
    fprintf(f,
            "\n{\"ph\": \"M\", \"name\": \"process_name\", \"pid\": %" PRIu32 ", \"args\": {\"name\": \"%s\"}}"
            ",\n{\"ph\": \"M\", \"name\": \"process_sort_index\", \"pid\": %" PRIu32
            ", \"args\": {\"sort_index\": %" PRIu32 "}}",
            pid, name, pid, place);
}

/* Without a sort index, chrome://tracing puts "slot 10" before "slot 2". */
static void name_track(FILE *f, uint32_t pid, const char *name, uint32_t index)
{
    fprintf(f,
            ",\n{\"ph\": \"M\", \"name\": \"thread_name\", \"pid\": %" PRIu32 ", \"tid\": %" PRIu32
            ", \"args\": {\"name\": \"%s\"}}"
            ",\n{\"ph\": \"M\", \"name\": \"thread_sort_index\", \"pid\": %" PRIu32 ", \"tid\": %" PRIu32
            ", \"args\": {\"sort_index\": %" PRIu32 "}}",
            pid, track(index), name, pid, track(index), index);
}

static void name_numbered_track(FILE *f, uint32_t pid, const char *word, uint32_t index)
{
    char name[24];
    snprintf(name, sizeof name, "%s %" PRIu32, word, index);
    name_track(f, pid, name, index);
}

/* Names for the viewer's tracks, the kernels' above those of the SMs; the first events, so that each later one begins
 * with a comma. */
static void write_tracks(timeline_t *t)
{
    FILE *f = outfile_stream(t->file);
    fputs("{\"displayTimeUnit\": \"ns\", \"traceEvents\": [", f);
    name_process(f, KERNELS, "kernels", 0);
    for (uint32_t sm = 0; sm < t->sms; sm++) {
        char name[16];
        snprintf(name, sizeof name, "SM %" PRIu32, sm);
        fputc(',', f);
        name_process(f, process(sm), name, 1 + sm);
        for (uint32_t slot = 0; slot < t->slots; slot++) name_numbered_track(f, process(sm), "slot", slot);
    }
}

static void timeline_free(timeline_t *t)
{
    free(t->refused);
    free(t);
}

timeline_t *timeline_open(const char *path, uint32_t sms, uint32_t slots, uint32_t core_mhz, err_t *err)
{
    timeline_t *t = calloc(1, sizeof *t + (size_t)sms * slots * sizeof t->open[0]);
    if (!t || !(t->refused = calloc(sms, sizeof t->refused[0]))) {
        free(t);
        err_set(err, path, 0, "out of memory");
        return NULL;
    }
    t->sms = sms;
    t->slots = slots;
    t->core_mhz = core_mhz;
    t->file = outfile_open(path, err);
    if (!t->file) {
        timeline_free(t);
        return NULL;
    }
    write_tracks(t);
    return t;
}

static open_cta_t *open_at(timeline_t *t, uint32_t sm, uint32_t slot)
{
    assert(sm < t->sms && slot < t->slots);
    return &t->open[sm * t->slots + slot];
}

void timeline_begin(timeline_t *t, uint64_t cycle, const timeline_cta_t *cta)
{
    open_cta_t *o = open_at(t, cta->sm, cta->slot);
    assert(cta->kernel && !o->cta.kernel);
    o->cta = *cta;
    o->begin_cycle = cycle;
}

/* A kernel name comes from the user's file and may hold anything. */
static void write_text(FILE *f, const char *text)
{
    for (; *text; text++) {
        unsigned char c = (unsigned char)*text;
        if (c < 0x20) fprintf(f, "\\u%04x", c);
        else if (c == '"' || c == '\\') fprintf(f, "\\%c", c);
        else fputc(c, f);
    }
}

void timeline_end(timeline_t *t, uint64_t cycle, uint32_t sm, uint32_t slot)
{
    open_cta_t *o = open_at(t, sm, slot);
    assert(o->cta.kernel && cycle >= o->begin_cycle);
    const timeline_cta_t *c = &o->cta;
    FILE *f = outfile_stream(t->file);
    uint64_t cycles = cycle - o->begin_cycle;
    fputs(",\n{\"ph\": \"X\", \"cat\": \"cta\", \"name\": \"", f);
    write_text(f, c->kernel);
    fprintf(f,
            " %" PRIu32 "\", \"cname\": \"%s\", \"pid\": %" PRIu32 ", \"tid\": %" PRIu32
            ", \"ts\": %.6f, \"dur\": %.6f, \"args\": {\"kernel\": \"",
            c->lid, colour(c->id), process(sm), track(slot), (double)o->begin_cycle / t->core_mhz,
            (double)cycles / t->core_mhz);
    write_text(f, c->kernel);
    fprintf(f,
            "\", \"id\": %" PRIu32 ", \"stream\": %" PRIu32 ", \"lid\": %" PRIu32 ", \"x\": %" PRIu32
            ", \"y\": %" PRIu32 ", \"z\": %" PRIu32 ", \"sm\": %" PRIu32 ", \"slot\": %" PRIu32
            ", \"begin_cycle\": %" PRIu64 ", \"cycles\": %" PRIu64 "}}",
            c->id, c->stream, c->lid, c->x, c->y, c->z, sm, slot, o->begin_cycle, cycles);
    o->cta.kernel = NULL;
}

static void name_stream(timeline_t *t, uint32_t stream)
{
    if (!t->named[stream]) name_numbered_track(outfile_stream(t->file), KERNELS, "stream", stream);
    t->named[stream] = true;
}

void timeline_paused(timeline_t *t, uint64_t cycle, uint32_t sm, uint32_t ctas)
{
    assert(sm < t->sms && ctas <= t->slots);
    fprintf(outfile_stream(t->file),
            ",\n{\"ph\": \"C\", \"name\": \"paused CTAs\", \"pid\": %" PRIu32
            ", \"ts\": %.6f, \"args\": {\"count\": %" PRIu32 "}}",
            process(sm), (double)cycle / t->core_mhz, ctas);
}

void timeline_refused(timeline_t *t, uint64_t cycle, uint32_t sm, const char *cause)
{
    assert(sm < t->sms);
    FILE *f = outfile_stream(t->file);
    open_refusal_t *o = &t->refused[sm];
    if (!o->named && cause) name_track(f, process(sm), "no CTA", t->slots); /* below the slots */
    o->named |= cause != NULL;
    if (o->cause)
        fprintf(f,
                ",\n{\"ph\": \"X\", \"cat\": \"refused\", \"name\": \"%s\", \"pid\": %" PRIu32 ", \"tid\": %" PRIu32
                ", \"ts\": %.6f, \"dur\": %.6f, \"args\": {\"begin_cycle\": %" PRIu64 ", \"cycles\": %" PRIu64 "}}",
                o->cause, process(sm), track(t->slots), (double)o->begin_cycle / t->core_mhz,
                (double)(cycle - o->begin_cycle) / t->core_mhz, o->begin_cycle, cycle - o->begin_cycle);
    o->cause = cause;
    o->begin_cycle = cycle;
}

void timeline_quota(timeline_t *t, uint64_t cycle, const char *kernel, uint32_t id, uint32_t ctas)
{
    FILE *f = outfile_stream(t->file);
    fputs(",\n{\"ph\": \"C\", \"name\": \"Tb ", f);
    write_text(f, kernel);
    fprintf(f, " %" PRIu32 "\", \"pid\": %d, \"ts\": %.6f, \"args\": {\"CTAs\": %" PRIu32 "}}", id, KERNELS,
            (double)cycle / t->core_mhz, ctas);
}

void timeline_units(timeline_t *t, uint64_t cycle, double sp, double ldst)
{
    const char *const name[] = {"SP", "LD/ST"};
    const double share[] = {sp, ldst};
    for (uint32_t i = 0; i < 2; i++)
        fprintf(outfile_stream(t->file),
                ",\n{\"ph\": \"C\", \"name\": \"%s\", \"pid\": %d, \"ts\": %.6f, \"args\": {\"percent\": %.2f}}",
                name[i], KERNELS, (double)cycle / t->core_mhz, 100 * share[i]);
}

void timeline_kernel(timeline_t *t, const timeline_kernel_t *k)
{
    FILE *f = outfile_stream(t->file);
    assert(k->stream < STREAMS && k->end_cycle >= k->begin_cycle);
    const uint64_t cycles = k->end_cycle - k->begin_cycle;
    name_stream(t, k->stream);
    fputs(",\n{\"ph\": \"X\", \"cat\": \"kernel\", \"name\": \"", f);
    write_text(f, k->name);
    fprintf(f,
            "\", \"cname\": \"%s\", \"pid\": %d, \"tid\": %" PRIu32 ", \"ts\": %.6f, \"dur\": %.6f"
            ", \"args\": {\"id\": %" PRIu32 ", \"stream\": %" PRIu32 ", \"begin_cycle\": %" PRIu64
            ", \"cycles\": %" PRIu64 "}}",
            colour(k->id), KERNELS, track(k->stream), (double)k->begin_cycle / t->core_mhz,
            (double)cycles / t->core_mhz, k->id, k->stream, k->begin_cycle, cycles);
}

void timeline_word(timeline_t *t, const char *name, const char *word)
{
    assert(t->word_count < sizeof t->words / sizeof t->words[0]);
    t->words[t->word_count].name = name;
    t->words[t->word_count++].word = word;
}

static void write_words(const timeline_t *t)
{
    FILE *f = outfile_stream(t->file);
    for (uint32_t i = 0; i < t->word_count; i++) {
        fprintf(f, "%s\"%s\": \"", i ? ", " : ", \"otherData\": {", t->words[i].name);
        write_text(f, t->words[i].word);
        fputc('"', f);
    }
    if (t->word_count) fputc('}', f);
}

bool timeline_close(timeline_t *t, const char *ended, uint64_t cycle, err_t *err)
{
    for (uint32_t sm = 0; ended && sm < t->sms; sm++) {
        timeline_refused(t, cycle, sm, NULL);
        for (uint32_t slot = 0; slot < t->slots; slot++)
            if (open_at(t, sm, slot)->cta.kernel) timeline_end(t, cycle, sm, slot);
    }
    fputs("\n]", outfile_stream(t->file));
    if (ended) timeline_word(t, "ended", ended);
    write_words(t);
    fputs("}\n", outfile_stream(t->file));
    bool ok = outfile_commit(t->file, err);
    timeline_free(t);
    return ok;
}

void timeline_abort(timeline_t *t)
{
    if (!t) return;
    outfile_abort(t->file);
    timeline_free(t);
}
