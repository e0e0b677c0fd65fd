# compare.awk - what run.sh prints: the best time of each engine, their ratio,
# and whether the answers agree (numbers: to nine digits).  Exits 1 if not.
#	awk -F '\t' -f compare.awk times.shade times.duckdb

function is_number(x)
{
	return x ~ /^[-+]?[0-9]*\.?[0-9]+([eE][-+]?[0-9]+)?$/
}

function same_field(x, y,    d)
{
	if (x == y)
		return 1
	if (!is_number(x) || !is_number(y))
		return 0
	d = x - y
	return (d < 0 ? -d : d) <= 1e-9 * (x < 0 ? -x : x)
}

function same(x, y,    a, b, n, i)
{
	n = split(x, a, "|")
	if (n != split(y, b, "|"))
		return 0
	for (i = 1; i <= n; i++)
		if (!same_field(a[i], b[i]))
			return 0
	return 1
}

FILENAME ~ /shade$/ {
	if (!($1 in ours))
		order[++n] = $1
	if (!($1 in ours) || $2 < ours[$1])
		ours[$1] = $2
	our_row[$1] = $3
	next
}

{
	if (!($1 in theirs) || $2 < theirs[$1])
		theirs[$1] = $2
	their_row[$1] = $3
}

END {
	printf "%-16s %10s %10s %8s\n", "query", "shade ms", "duckdb ms", "ratio"
	for (i = 1; i <= n; i++) {
		q = order[i]
		if (!(q in theirs)) {
			printf "%-16s %10.1f\n", q, ours[q]
			continue
		}
		printf "%-16s %10.1f %10.1f %8.2f\n", q, ours[q], theirs[q], \
			ours[q] / theirs[q]
		# a statement without rows (shade) says how many it made (DuckDB)
		if (our_row[q] != "" && !same(our_row[q], their_row[q])) {
			printf "%s: answers differ: %s <> %s\n", q, our_row[q], \
				their_row[q] >"/dev/stderr"
			failed = 1
		}
	}
	exit failed
}
