#!/bin/bash
# timeline_in_browser.sh F.json [F.png]: loads a timeline into the viewer of chrome://tracing, in a browser without a
# window, and prints what the viewer made of it: its warnings, then process by process, in its order, the counters with
# their values and the tracks with their bars, and last the kernels with the colours of their CTAs. With F.png, also a
# picture of the viewer.
#
# Debian's chromium comes without the page chrome://tracing; the same viewer is in the sources of Go.
set -euo pipefail
[ $# = 1 ] || [ $# = 2 ] || { echo "usage: $0 F.json [F.png]" >&2 && exit 2; }
# Go 1.19 (Debian 12) and Go 1.24 (Debian 13) have it in different folders.
for viewer in /usr/share/go-*/src/{cmd/trace,internal/trace/traceviewer}/static; do
    [ ! -e "$viewer/trace_viewer_full.html" ] || break
done
if ! command -v chromium >/dev/null || ! [ -e "$viewer/trace_viewer_full.html" ]; then
    echo "no browser or no viewer; install them: apt-get install -y --no-install-recommends chromium golang-src" >&2
    exit 2
fi
[ -r "$1" ] || { echo "$1: cannot be read; allowed is what ctadel run --timeline wrote" >&2 && exit 2; }

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
page() { # SCRIPT
    echo '<!DOCTYPE html><meta charset="utf-8"><body><script>'
    cat "$viewer"/webcomponents.min.js
    echo '</script>'
    cat "$viewer"/trace_viewer_full.html
    echo '<script>const trace = JSON.stringify('
    sed 's/</\\u003c/g' "$2" # a name may hold </script>
    echo ');
const model = new tr.Model(), options = new tr.importer.ImportOptions();
options.shiftWorldToZero = false;
new tr.importer.Import(model, options).importTraces([trace]);'
    printf '%s\n</script>\n' "$1"
}
browse() {
    local root=()
    [ "$(id -u)" != 0 ] || root=(--no-sandbox) # chromium's sandbox refuses root
    timeout 300 chromium --headless --disable-gpu --user-data-dir="$dir/profile" "${root[@]}" "$@" "file://$dir/page.html" \
        2>"$dir/log" || { tail -n 5 "$dir/log" >&2 && echo "chromium fails; does chromium --version start?" >&2 && exit 1; }
}

# shellcheck disable=SC2016  # JavaScript
page '
const lines = model.importWarnings.map(w => "warning: " + w.message), kernels = new Map();
for (const p of Object.values(model.processes).sort(tr.model.Process.compare)) {
  lines.push("process " + p.name);
  for (const c of Object.values(p.counters).sort(tr.model.Counter.compare))
    lines.push(`  counter ${c.name}: ${c.series.map(s => `${s.samples.length} values of ${s.name}`)}`);
  for (const t of Object.values(p.threads).filter(t => t.sliceGroup.length).sort(tr.model.Thread.compare)) {
    lines.push(`  track ${t.name}: ${t.sliceGroup.topLevelSlices.length} bars`);
    for (const s of t.sliceGroup.slices.filter(s => s.category == "cta")) {
      const name = `${s.args.kernel} ${s.args.id}`, k = kernels.get(name) || kernels.set(name, {n: 0, of: new Set()}).get(name);
      k.n++;
      k.of.add(s.colorId);
    }
  }
}
for (const [name, k] of [...kernels].sort()) lines.push(`kernel ${name}: CTAs ${k.n}, colours ${k.of.size}`);
document.body.textContent = "";
document.body.appendChild(document.createElement("pre")).textContent = "viewer\n" + lines.join("\n") + "\nend";' "$1" >"$dir/page.html"
browse --dump-dom >"$dir/dom"
sed -n '/<pre>viewer$/,/^end</{//!p}' "$dir/dom" | sed 's/&lt;/</g; s/&gt;/>/g; s/&amp;/\&/g' >"$dir/said"
grep -q . "$dir/said" || { echo "$1: the viewer shows nothing of it; allowed is what ctadel run --timeline wrote" >&2; exit 1; }
cat "$dir/said"
[ $# = 2 ] || exit 0

# shellcheck disable=SC2016  # JavaScript
page '
document.addEventListener("WebComponentsReady", () => {
  const tracks = document.createElement("track-view-container"), view = document.createElement("tr-ui-timeline-view");
  document.body.style.margin = 0;
  view.style.height = "100vh";
  tracks.id = "track_view_container";
  view.track_view_container = tracks;
  Polymer.dom(view).appendChild(tracks);
  Polymer.dom(document.body).appendChild(view);
  view.globalMode = true;
  view.model = model;
});' "$1" >"$dir/page.html"
browse --virtual-time-budget=20000 --window-size=1400,1000 --screenshot="$(realpath "$2")"
