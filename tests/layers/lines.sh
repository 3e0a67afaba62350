#!/bin/bash
# Has every file that is written by hand at most 300 lines? (make lint)
#
# A longer one is split along a seam that has a name. CHANGELOG.md grows, docs/statistics.md is
# generated, and PTX is what a compiler wrote.
set -u
cd "$(dirname "$0")/../.." || exit 2
MOST=300

passed=0 failed=0
while read -r lines file; do
    file=${file#./}
    if [ "$lines" -gt $MOST ]; then
        failed=$((failed + 1))
        echo "FAILED $file: $lines lines, at most $MOST are allowed"
    else
        passed=$((passed + 1))
    fi
done < <(find . \( -name .git -o -name build \) -prune -o -type f \( -name '*.[ch]' -o -name '*.[ch]pp' -o -name '*.cu' \
    -o -name '*.v' -o -name '*.vh' -o -name '*.sh' -o -name '*.bats' -o -name '*.awk' -o -name '*.md' \) \
    ! -path ./CHANGELOG.md ! -path ./docs/statistics.md -print0 | xargs -0 wc -l | awk '$2 != "total"')
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
