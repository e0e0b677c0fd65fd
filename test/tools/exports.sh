#!/bin/sh
# exports.sh - the libraries show exactly the names that shade.h declares.
# exports.sh BUILD; N passed, N failed.
set -u
declared=$(tr '\n' ' ' <lib/shade.h | grep -oE '[a-z_0-9]+\(' | tr -d '(' |
	grep '^shade_' | sort -u)
passed=0
failed=0
check() # what, names
{
	for name in $2; do
		if printf '%s\n' "$declared" | grep -qx "$name"; then
			passed=$((passed + 1))
		else
			echo "$1 shows $name, which shade.h does not declare"
			failed=$((failed + 1))
		fi
	done
	for name in $declared; do
		if ! printf '%s\n' "$2" | grep -qx "$name"; then
			echo "$1 lacks $name"
			failed=$((failed + 1))
		fi
	done
}
check libshade.so "$(nm -D --defined-only "$1/libshade.so" | sed -n 's/.* [TDB] //p')"
check libshade.a "$(nm -g --defined-only "$1/libshade.a" | sed -n 's/.* [TDB] //p')"
# What both leave open must come from other libraries.
open=$(ldd -r "$1/libshade.so" 2>&1 | sed -n 's/^undefined symbol: \([a-z0-9_]*\).*/\1/p' |
	grep -vE '^(__(asan|ubsan|tsan|gcov|sanitizer)|_)' || :)
if [ -n "$open" ]; then
	echo "libshade.so lacks:" $open
	failed=$((failed + 1))
else
	passed=$((passed + 1))
fi
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
