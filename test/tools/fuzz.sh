#!/bin/sh
# fuzz.sh - runs each fuzz target for FUZZ_TIME seconds on its corpus.
#
# fuzz.sh PROGRAM...: the corpus of fuzz_x is test/fuzz/corpus/x (read) and
# $B/corpus/x (grown); crashes are left in $B/crash-*.
set -u
: "${FUZZ_TIME:=60}" "${B:=build/fuzz}"
passed=0
failed=0
for program; do
	name=${program##*/fuzz_}
	mkdir -p "$B/corpus/$name"
	dict=
	[ -f "test/fuzz/$name.dict" ] && dict="-dict=test/fuzz/$name.dict"
	seeds=
	[ -d "test/fuzz/corpus/$name" ] && seeds="test/fuzz/corpus/$name"
	if "$program" -max_total_time="$FUZZ_TIME" -timeout=10 -rss_limit_mb=2048 \
		-max_len=8192 -print_final_stats=1 -artifact_prefix="$B/crash-$name-" \
		$dict "$B/corpus/$name" $seeds >"$B/$name.log" 2>&1; then
		passed=$((passed + 1))
		grep -E 'number_of_executed_units|DONE' "$B/$name.log" |
			sed "s/^/$name: /"
	else
		failed=$((failed + 1))
		tail -n 40 "$B/$name.log" | sed "s/^/$name: /"
	fi
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
