#!/bin/sh
# layers.sh - the layer check over all sources; see layers.awk.
find $(ls -d lib cmd 2>/dev/null) -name '*.[ch]' -o -name '*.inc' | sort |
	xargs ${AWK:-awk} -f test/tools/layers.awk test/tools/layers.txt
