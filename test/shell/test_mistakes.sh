#!/bin/sh
# What a newcomer's mistakes lead to: mistakes.txt holds one a line,
# mistakes.out the messages as they should be.  UPDATE=1 writes them anew.
here=$(cd "${0%/*}" && pwd)
. "$here/lib.sh"

cp -r "$data/vega/." .
while IFS= read -r mistake; do
	printf '> %s\n' "$mistake"
	"$SHADE" --csv -c "$mistake" 2>&1 >/dev/null </dev/null
	printf '\n'
done <"$here/mistakes.txt" >"$work/.messages"

if [ -n "${UPDATE:-}" ]; then
	cp "$work/.messages" "$here/mistakes.out"
fi
# One claim a mistake, so that one changed message is one failure.
split() # file, prefix
{
	awk -v prefix="$2" '/^> /{n++} {print > (prefix sprintf("%03d", n))}' "$1"
}
split "$here/mistakes.out" "$work/.wanted."
split "$work/.messages" "$work/.got."
for file in "$work"/.got.*; do
	wanted=$work/.wanted.${file##*.}
	if cmp -s "$file" "$wanted"; then
		pass
	else
		fail "$(head -n 1 "$file")"
		diff "$wanted" "$file"
	fi
done
finish
