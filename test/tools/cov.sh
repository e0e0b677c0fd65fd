#!/bin/sh
# cov.sh - what the tests reached: lines a folder, from gcov's reports.
# cov.sh BUILD: the build folder of the variant cov.
set -eu
build=$1
find "$build/lib" "$build/cmd" -name '*.gcda' 2>/dev/null | sort | while read -r f; do
	gcov -n -o "$(dirname "$f")" "$f" 2>/dev/null
done | ${AWK:-awk} '
	/^File / {
		file = $2
		gsub(/\047/, "", file)
	}
	/^Lines executed:/ && file ~ /^(lib|cmd)\// && !(file in seen) {
		seen[file] = 1
		split($2, part, ":")
		share = part[2] + 0
		n = split(file, dir, "/")
		folder = dir[1] == "cmd" ? "cmd" : dir[1] "/" dir[2]
		lines[folder] += $4
		hit[folder] += $4 * share / 100
		all += $4
		all_hit += $4 * share / 100
	}
	END {
		for (f in lines)
			printf "%-16s %6d lines %6.1f %%\n", f, lines[f], \
				100 * hit[f] / lines[f] | "sort"
		close("sort")
		if (all)
			printf "%-16s %6d lines %6.1f %%\n", "all", all, \
				100 * all_hit / all
	}'
