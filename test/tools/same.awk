# same.awk - compares output with what a document shows.
#	awk -f same.awk EXPECTED GOT
# A line "..." stands for any lines, also none.  Exit status 1 if they differ.

FNR == NR {
	want[++n_want] = $0
	next
}

{
	got[++n_got] = $0
}

END {
	exit !same(1, 1)
}

function same(w, g,    i)
{
	while (w <= n_want && want[w] != "...") {
		if (g > n_got || want[w] != got[g])
			return 0
		w++
		g++
	}
	if (w > n_want)
		return g > n_got
	for (i = g; i <= n_got + 1; i++) {
		if (same(w + 1, i))
			return 1
	}
	return 0
}
