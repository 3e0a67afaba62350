/* cmd_synth.c - `ctadel synth`: measures area, timing and power of policies, arbiters and modules. */
#include "app/cmd_synth.h"

#include "app/app.h"
#include "run/outputs.h"

#include "base/outfile.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Yosys and OpenSTA read the paths in scripts, where such letters end a word. */
static bool check_path(const char *path, const char *remedy, err_t *err)
{
    return !path[strcspn(path, " \t\n'\"\\$;#*?[](){}<>|&!`")] ||
           err_set(err, path, 0, "found blanks, quotes or other marks, at which Yosys and OpenSTA split a path; %s",
                   remedy);
}

/* Looks up node and clock of a library in synth/nodes.txt, unless --node and --mhz gave them. */
static bool find_node(synth_request_t *q, err_t *err)
{
    char path[SYNTH_PATH_BYTES], line[160], name[64];
    uint32_t node, mhz;
    FILE *f = synth_open(q->root, "nodes.txt", path, err);
    if (!f) return false;
    while (fgets(line, sizeof line, f)) {
        if (line[0] == '#' || sscanf(line, "%63s %u %u", name, &node, &mhz) != 3) continue;
        if (strncmp(q->lib.name, name, strlen(name)) != 0) continue;
        if (!q->lib.node_nm) q->lib.node_nm = node;
        if (!q->lib.mhz) q->lib.mhz = mhz;
        break;
    }
    fclose(f);
    if (q->lib.node_nm && q->lib.mhz) return true;
    return err_set(err, q->liberty, 0, "library %s is not in %s; give --node NM and --mhz N", q->lib.name, path);
}

/* Makes the folder of the results and reads the library. If a program is missing or the library cannot be used, no new
 * folder is left. */
static bool prepare(synth_request_t *q, const synth_point_t *points, uint32_t count, err_t *err)
{
    bool made;
    if (!check_path(q->out, "give another folder by --out", err) ||
        !check_path(q->root, "move the sources, or name a copy by CTADEL_DATA", err))
        return false;
    if (!outputs_folder(q->out, "--out", &made, err)) return false;
    snprintf(q->lib.path, sizeof q->lib.path, "%s/library.lib", q->out);
    snprintf(q->generic, sizeof q->generic, "%s/generic.lib", q->out);
    const bool own = !q->liberty;
    if (own) q->liberty = q->generic;
    if (synth_programs(q, points, count, err) && (!own || synth_library_generate(q->root, q->generic, err)) &&
        synth_lib_read(&q->lib, q->liberty, err) && find_node(q, err) && synth_library_check(q, err))
        return true;
    if (own) remove(q->generic);
    remove(q->lib.path);
    if (made) rmdir(q->out);
    return false;
}

static bool write_files(const synth_report_t *r, err_t *err)
{
    char path[RUN_PATH_BYTES + 16];
    const char *out = r->q->out;
    snprintf(path, sizeof path, "%s/synth.txt", out);
    outfile_t *o = outfile_open(path, err);
    if (!o) return false;
    if (!synth_report_text(r, outfile_stream(o), err)) {
        outfile_abort(o);
        return false;
    }
    if (!outfile_commit(o, err)) return false;
    snprintf(path, sizeof path, "%s/synth.csv", out);
    if (!synth_report_csv(r, path, err)) return false;
    snprintf(path, sizeof path, "%s/synth.json", out);
    if (!synth_report_json(r, path, err)) return false;
    printf("\ntables: %s/synth.{txt,csv,json}\n", out);
    return synth_chart(r, out, err);
}

static int synth(synth_request_t *q)
{
    err_t err = {{0}};
    uint32_t count = 0;
    if (!run_data_root(q->root))
        err_set(&err, NULL, 0,
                "synth/point.sh is missing; set CTADEL_DATA to the folder of the "
                "sources or to share/ctadel of the installation");
    synth_point_t *points = err.text[0] ? NULL : synth_points(q, &count, &err);
    if (!points || !synth_check(q, points, count, &err) || !prepare(q, points, count, &err)) {
        free(points);
        return ui_fail(&err);
    }
    synth_result_t *results = calloc(2 * (size_t)count, sizeof *results);
    synth_result_t *modules = q->modules ? results + count : NULL;
    int code = UI_OK;
    if (!results || !synth_run(q, points, count, results, modules, &err)) {
        ui_fail(&err);
        code = UI_FAILED;
    } else {
        const synth_report_t report = {q, points, results, modules, count};
        if (!synth_report_text(&report, stdout, &err) || !write_files(&report, &err)) code = ui_fail(&err);
    }
    free(results);
    free(points);
    return code;
}

int cmd_synth(int argc, char **argv)
{
    synth_request_t q;
    err_t err = {{0}};
    int code = UI_OK;
    if (!cmd_synth_parse(&q, argc, argv, &err)) code = ui_fail(&err);
    else if (q.help) cmd_synth_help(stdout);
    else code = synth(&q);
    ui_words_free(&q.words);
    ui_words_free(&q.sms);
    ui_words_free(&q.slots);
    ui_words_free(&q.sets);
    return code;
}
