# layers.awk - reports includes that point upwards.
# awk -f layers.awk test/tools/layers.txt lib/*/*.[ch] cmd/*.c ...
# Prints one line for each fault, then "N passed, N failed" by file.

FILENAME ~ /layers\.txt$/ {
	sub(/#.*/, "")
	if (NF == 0)
		next
	known[$1] = 1
	for (i = 2; i <= NF; i++)
		allowed[$1, $i] = 1
	next
}

FNR == 1 {
	n_files++
	n = split(FILENAME, part, "/")
	folder = part[1] == "lib" && n > 2 ? part[2] : part[1]
	if (part[1] == "lib" && n > 2 && !(folder in known))
		fault("folder lib/" folder " is not in layers.txt")
}

/^[ \t]*#[ \t]*include[ \t]*"/ {
	split($0, quoted, "\"")
	target = quoted[2]
	if (part[1] == "cmd") {
		if (target ~ /\// && substr(target, 1, index(target, "/") - 1) in known)
			fault("the shell includes \"" target "\"; it may only use shade.h")
		next
	}
	if (part[1] != "lib" || target !~ /\//)
		next
	to = substr(target, 1, index(target, "/") - 1)
	if (to == folder || to == "base" || allowed[folder, "*"])
		next
	if (!(to in known))
		next
	if (!allowed[folder, to])
		fault("lib/" folder " may not include \"" target "\"")
	if (target ~ /_internal\.h$/)
		fault("\"" target "\" is private to its folder")
}

function fault(text)
{
	print FILENAME ":" FNR ": " text
	if (!(FILENAME in bad)) {
		bad[FILENAME] = 1
		n_bad++
	}
}

END {
	printf "%d passed, %d failed\n", n_files - n_bad, n_bad
	exit n_bad > 0
}
