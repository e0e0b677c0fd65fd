# mkgrammar.awk - put the keywords into a grammar.
#
#	mawk -f mkgrammar.awk keywords.def sql.y >build/gen/sql.y
#
# Replaced in place, on one line, so that line numbers stay those of the
# file one edits:
#	@KEYWORD_TOKENS@	"%token <str> ..", each keyword with its spelling
#	@CLASS:U@		"ABS | ADD | ..", the keywords of that class
#	@KEYWORD_TABLE@		rows for the lookup table, sorted as in the file

# The lookup compares bytes of lower case, whatever the locale says.
function is_before(a, b,	i, x, y)
{
	for (i = 1; i <= length(a) && i <= length(b); i++) {
		x = index(order, substr(a, i, 1))
		y = index(order, substr(b, i, 1))
		if (x != y)
			return x < y
	}
	return length(a) < length(b)
}

BEGIN { order = "0123456789_abcdefghijklmnopqrstuvwxyz" }

FNR == 1 { file++ }

file == 1 && /^KW\(/ {
	line = $0
	sub(/^KW\(/, "", line)
	sub(/\).*/, "", line)
	gsub(/[ \t]/, "", line)
	split(line, w, ",")
	low = tolower(w[1])
	if (last != "" && !is_before(last, low)) {
		printf "%s:%d: \"%s\" is not in order\n", FILENAME, FNR, w[1] >"/dev/stderr"
		exit 1
	}
	last = low
	tokens = tokens " " w[1] " \"" w[1] "\""
	table = table " { STR(\"" low "\"), TK_" w[1] ", '" w[2] "' },"
	class[w[2]] = class[w[2]] (class[w[2]] == "" ? "" : " | ") w[1]
	next
}

file == 1 { next }

{
	if (index($0, "@KEYWORD_TOKENS@"))
		sub(/@KEYWORD_TOKENS@/, "%token <str>" tokens)
	if (index($0, "@KEYWORD_TABLE@"))
		sub(/@KEYWORD_TABLE@/, table)
	while (match($0, /@CLASS:[A-Z]@/)) {
		c = substr($0, RSTART + 7, 1)
		$0 = substr($0, 1, RSTART - 1) class[c] substr($0, RSTART + RLENGTH)
	}
	print
}
