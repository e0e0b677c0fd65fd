#!/bin/sh
# examples.sh - every console block of a document does what it shows.
#
# examples.sh FILE.md...: a ```console block holds commands ("$ " and, for
# further lines, "> ") each followed by its output; a line "..." is any output.
# All blocks of a file run in one copy of test/data/vega, in order.  SHADE is
# the shell under test.
# N passed, N failed: one for each command.
set -u
passed=0
failed=0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/bin"
ln -s "$SHADE" "$work/bin/shade"
PATH=$work/bin:$PATH
export PATH

same() # expected, got
{
	if [ -s "$1" ]; then
		${AWK:-awk} -f test/tools/same.awk "$1" "$2"
	else
		[ ! -s "$2" ]
	fi
}

for doc; do
	rm -rf "$work/cmd" "$work/here"
	mkdir "$work/cmd" "$work/here"
	cp -r "$SHADE_TEST_DATA"/vega/. "$work/here"
	${AWK:-awk} -v dir="$work/cmd" -f test/tools/examples.awk "$doc"
	for script in "$work"/cmd/*.sh; do
		[ -e "$script" ] || continue
		expected=${script%.sh}.out
		(cd "$work/here" && sh "$script") >"$work/got" 2>&1 </dev/null
		if same "$expected" "$work/got"; then
			passed=$((passed + 1))
		else
			failed=$((failed + 1))
			echo "$doc:$(cat "${script%.sh}.line"): shows something else"
			sed 's/^/    $ /' "$script"
			diff "$expected" "$work/got" | sed 's/^/    /' | head -n 30
		fi
	done
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
