#!/bin/sh
# check.sh - runs all tests and closes with one line: N passed, N failed.
#
# check.sh [part...], from make: B is the build folder, SRC the source.
# Parts: all (unit sql trees shell layers exports examples failalloc), and on
# request rules.  A part that writes "N passed, N failed" as its last line is added up; a
# crash counts as a failure.
set -u
passed=0
failed=0
SHADE=$SRC/$B/shade
SHADE_TEST_DATA=$SRC/test/data
LC_ALL=C.UTF-8
# Tests see neither the user's files nor the machine's time zone.
HOME=$(mktemp -d)
TMPDIR=$HOME
TZ=UTC
NO_COLOR=
export SHADE SHADE_TEST_DATA SRC B LC_ALL HOME TMPDIR TZ
unset NO_COLOR SHADE_CONFIG XDG_CONFIG_HOME
trap 'rm -rf "$HOME"' EXIT
log=$HOME/log

count() # passed failed
{
	passed=$((passed + $1))
	failed=$((failed + $2))
}

# Run a program whose last line is "N passed, N failed".
run_counting() # name command...
{
	name=$1
	shift
	"$@" >"$log" 2>&1 </dev/null
	rc=$?
	line=$(tail -n 1 "$log")
	p=$(expr "$line" : '\([0-9][0-9]*\) passed, [0-9][0-9]* failed$') || p=0
	f=$(expr "$line" : '[0-9][0-9]* passed, \([0-9][0-9]*\) failed$') || f=0
	if [ "$rc" -ne 0 ] && [ "$f" -eq 0 ]; then
		f=1
		echo "$name: exit status $rc"
	fi
	if [ "$f" -gt 0 ] || [ -n "${V:-}" ]; then
		sed "s|^|$name: |" "$log" | head -n 200
	fi
	count "$p" "$f"
}

part_unit()
{
	for t in "$B"/test/unit/test_*; do
		case $t in *.*) continue ;; esac
		[ -x "$t" ] || continue
		[ -e "$SRC/test/unit/${t##*/}.c" ] || continue
		CMOCKA_MESSAGE_OUTPUT=TAP "$t" >"$log" 2>&1
		rc=$?
		p=$(grep -c '^ok ' "$log")
		f=$(grep -c '^not ok ' "$log")
		[ "$rc" -eq 0 ] || [ "$f" -gt 0 ] || f=1
		if [ "$f" -gt 0 ]; then
			sed "s|^|${t##*/}: |" "$log"
		fi
		count "$p" "$f"
	done
}

part_sql()
{
	[ -x "$B/test/tools/sqltest" ] && [ -d test/sql ] || return 0
	run_counting sql "$B/test/tools/sqltest" ${SQLTEST_FLAGS:-} test/sql
	[ -x "$B/test/tools/functest" ] || return 0
	"$B/test/tools/functest" build/gen/functions.test
	run_counting functions "$B/test/tools/sqltest" ${SQLTEST_FLAGS:-} \
		build/gen/functions.test
}

# The suite again without each rule of the optimizer, and without all: the same
# answers.
part_rules()
{
	[ -x "$B/test/tools/sqltest" ] || return 0
	rules=$(sed -n 's/^RULE("\([a-z-]*\)",.*false)$/\1/p' "$SRC/lib/opt/rules.def")
	for rule in $(echo "$rules" | sort -u) all; do
		run_counting "without $rule" "$B/test/tools/sqltest" \
			--set "optimizer.disabled-rules=$rule" test/sql
	done
}

part_shell()
{
	[ -x "$SHADE" ] || return 0
	for t in test/shell/test_*.sh "$B"/test/shell/test_*; do
		case ${t##*/} in *.o | *.d) continue ;; esac
		[ -x "$t" ] || continue
		run_counting "${t##*/}" "$t"
	done
}

# Every statement of the suite, to its tree, to text and back.
part_trees()
{
	[ -x "$B/test/tools/astcheck" ] && [ -d test/sql ] || return 0
	run_counting trees "$B/test/tools/astcheck" test/sql
}

part_layers()
{
	run_counting layers sh test/tools/layers.sh
}

part_exports()
{
	[ -e "$B/libshade.so" ] || return 0
	run_counting exports sh test/tools/exports.sh "$B"
}

# The blocks of the documents are commands with their output.
part_examples()
{
	[ -x "$SHADE" ] || return 0
	docs=$(grep -l '^```console' README.md docs/*.md docs/*/*.md 2>/dev/null)
	[ -z "$docs" ] || run_counting examples sh test/tools/examples.sh $docs
}

# Each allocation fails once: an error, no leak, no crash.
part_failalloc()
{
	[ -x "$B/test/tools/failalloc" ] || return 0
	run_counting failalloc "$B/test/tools/failalloc"
}

all='unit sql trees shell layers exports examples failalloc'
for part in $(echo "${*:-all}" | sed "s/\\ball\\b/$all/"); do
	before=$passed
	before_failed=$failed
	part_"$part"
	[ -z "${V:-}" ] ||
		echo "$part: $((passed - before)) passed, $((failed - before_failed)) failed"
done
echo "$passed passed, $failed failed" | tee build/check.result
[ "$failed" -eq 0 ]
