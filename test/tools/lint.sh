#!/bin/sh
# lint.sh - layout, sizes, banned words and layers; N passed, N failed.
#
# lint.sh [FILE...]: default all sources.  clang-format is asked only where
# it is installed.
set -u
LC_ALL=C
export LC_ALL
awk=${AWK:-awk}
passed=0
failed=0
tmp=$(mktemp)
trap 'rm -f "$tmp"' EXIT

report() # name, faults in $tmp
{
	if [ -s "$tmp" ]; then
		cat "$tmp"
		n=$(wc -l <"$tmp")
		failed=$((failed + n))
	else
		passed=$((passed + 1))
	fi
}

if [ $# -gt 0 ]; then
	files=$*
else
	files=$(find lib cmd test -name '*.[ch]' | sort)
fi

# Length of files and functions; trailing blanks; long lines.
$awk -f test/tools/lint.awk $files >"$tmp"
report

# Words that do not belong into a tree that others read.
grep -nE '(^|[^[:alnum:]])(XXX|FIXME|HACK)([^[:alnum:]]|$)|TODO([^(]|$)' $files \
	/dev/null | sed 's/$/ (write TODO(issue-N): ...)/' >"$tmp"
report

# Every .h compiles alone.
for h in $(printf '%s\n' $files | grep '^lib/.*\.h$'); do
	printf '#include "%s"\n' "${h#lib/}" |
		${CC:-cc} -std=gnu2x -D_GNU_SOURCE -Ilib -Ibuild/gen -fsyntax-only \
			-x c - >/dev/null 2>&1 || echo "$h: does not compile alone"
done >"$tmp"
report

if command -v clang-format >/dev/null; then
	for f in $files; do
		clang-format --style=file "$f" | cmp -s - "$f" ||
			echo "$f: differs from clang-format"
	done >"$tmp"
	report
fi

sh test/tools/layers.sh | grep -v ' passed, ' >"$tmp"
report

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
