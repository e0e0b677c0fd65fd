# lint.awk - sizes and layout of C files.
#	File 800 lines, function 70, line 88 columns (tabs of 8).
# A function's body begins with "{" and ends with "}" in column one.

FNR == 1 {
	finish()
	name = FILENAME
	is_table = name ~ /_table\.|tables?\.(c|h)$|\.def$/
	in_body = 0
}

{
	n_lines = FNR
	if ($0 ~ /[ \t]$/)
		print name ":" FNR ": blanks at the end of the line"
	if (columns($0) > 88 && !is_table && $0 !~ /https?:/)
		print name ":" FNR ": longer than 88 columns"
}

/^{/ {
	in_body = 1
	body_start = FNR
}

/^}/ {
	if (in_body && FNR - body_start - 1 > 70 && !is_table)
		print name ":" body_start ": function of " \
			FNR - body_start - 1 " lines"
	in_body = 0
}

function finish()
{
	# Families of functions end in their table of rows.
	if (name != "" && n_lines > 800 && !is_table && name !~ /^lib\/func\/f_/)
		print name ": " n_lines " lines"
}

# Bytes of UTF-8 that continue a character take no column.
function columns(line,    i, c, n)
{
	if (length(line) <= 44 && line !~ /\t/)
		return length(line)
	n = 0
	for (i = 1; i <= length(line); i++) {
		c = substr(line, i, 1)
		if (c == "\t")
			n = n - n % 8 + 8
		else if (c !~ /[\200-\277]/)
			n++
	}
	return n
}

END {
	finish()
}
