#!/bin/sh
# doctest.sh SHADE DATA_DIR FILE.md ...: run the examples of documents.
#
# A block fenced as ```console holds commands and what they print: a line
# "$ command" (continued by lines "> ..."), then its output, standard output
# and error together, to the next "$ " or the end of the block.  Commands run
# in a scratch copy of DATA_DIR with SHADE on the PATH; files they make are
# there for the next block.  Closes with `N passed, N failed`.
set -u
shade=${1:?usage: doctest.sh SHADE DATA_DIR FILE.md ...}
data=${2:?usage: doctest.sh SHADE DATA_DIR FILE.md ...}
shift 2
passed=0
failed=0
root=$(pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/bin" "$work/cases"
ln -s "$(cd "$(dirname "$shade")" && pwd)/$(basename "$shade")" "$work/bin/shade"
PATH=$work/bin:$PATH
HOME=$work
XDG_CONFIG_HOME=$work/config
XDG_STATE_HOME=$work/state
NO_COLOR=1
export PATH HOME XDG_CONFIG_HOME XDG_STATE_HOME NO_COLOR

# Write each command to cases/N.cmd and its output to cases/N.out.
split_document() {
	awk -v dir="$work/cases" '
		function close_case() {
			if (!open_case)
				return
			close(dir "/" n ".cmd"); close(dir "/" n ".out")
			open_case = 0
		}
		/^```console/ { inside = 1; next }
		/^```/ { if (inside) close_case(); inside = 0; next }
		!inside { next }
		/^\$ / {
			close_case(); n++; open_case = 1; in_cmd = 1
			print FNR > (dir "/" n ".line"); close(dir "/" n ".line")
			print substr($0, 3) > (dir "/" n ".cmd")
			printf "" > (dir "/" n ".out")
			next
		}
		/^> / && in_cmd { print substr($0, 3) > (dir "/" n ".cmd"); next }
		{ in_cmd = 0; print > (dir "/" n ".out") }
		END { print n + 0 }
	' "$1"
}

for doc in "$@"; do
	rm -rf "$work/cases" "$work/run"
	mkdir "$work/cases" "$work/run"
	cp -r "$data"/. "$work/run/"
	n=$(split_document "$doc")
	i=0
	while [ "$i" -lt "$n" ]; do
		i=$((i + 1))
		(cd "$work/run" && sh "$work/cases/$i.cmd") \
			>"$work/cases/$i.got" 2>&1 </dev/null
		if cmp -s "$work/cases/$i.out" "$work/cases/$i.got"; then
			passed=$((passed + 1))
		else
			failed=$((failed + 1))
			echo "$doc:$(cat "$work/cases/$i.line"): output differs"
			diff -u "$work/cases/$i.out" "$work/cases/$i.got" | sed 1,2d
		fi
	done
done
cd "$root"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
