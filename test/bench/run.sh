#!/bin/sh
# run.sh - make bench: shade against DuckDB on generated data, in turn.
#
# BENCH_ROWS (default 1000000), BENCH_DIR for the data (default
# build/bench), BENCH_THREADS (1), BENCH_ROUNDS (2: A B A B), BENCH_FLAGS
# (--cpu counts CPU time, for a machine that does other work meanwhile).  Without
# python3 and its module duckdb only shade is measured.  Fails when the first
# rows of an answer differ.  B: build folder.
set -eu
: "${BENCH_ROWS:=1000000}" "${BENCH_DIR:=build/bench}" "${BENCH_THREADS:=1}"
: "${BENCH_ROUNDS:=2}" "${BENCH_FLAGS:=}" "${B:=build/release}" "${AWK:=awk}"
here=$(dirname "$0")
DIR=$BENCH_DIR
export DIR
mkdir -p "$DIR"
if [ "$(cat "$DIR/rows" 2>/dev/null)" != "$BENCH_ROWS" ]; then
	echo "making $BENCH_ROWS rows in $DIR" >&2
	for t in lineitem events dim; do
		$AWK -v rows="$BENCH_ROWS" -v out=$t -f "$here/gen.awk" >"$DIR/$t.csv"
	done
	echo "$BENCH_ROWS" >"$DIR/rows"
fi
peer=
if python3 -c 'import duckdb' 2>/dev/null; then
	peer=1
fi
rm -f "$DIR"/times.*
round=1
while [ "$round" -le "$BENCH_ROUNDS" ]; do
	"$B/test/bench/bench" --threads "$BENCH_THREADS" $BENCH_FLAGS "$here/bench.sql" \
		>>"$DIR/times.shade"
	[ -z "$peer" ] || python3 "$here/peer.py" --threads "$BENCH_THREADS" $BENCH_FLAGS \
		"$here/bench.sql" >>"$DIR/times.duckdb"
	round=$((round + 1))
done
touch "$DIR/times.duckdb"
$AWK -F '\t' -f "$here/compare.awk" "$DIR/times.shade" "$DIR/times.duckdb"
