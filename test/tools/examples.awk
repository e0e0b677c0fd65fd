# examples.awk - cuts console blocks into NNNN.sh, NNNN.out, NNNN.line in dir.

/^```/ {
	in_block = !in_block && $0 == "```console"
	script = ""
	next
}

!in_block {
	next
}

/^\$ / {
	n++
	name = sprintf("%s/%04d", dir, n)
	script = name ".sh"
	out = name ".out"
	print substr($0, 3) >script
	print FNR >(name ".line")
	printf "" >out
	close(name ".line")
	in_command = 1
	next
}

/^> / && in_command {
	print substr($0, 3) >script
	next
}

script != "" {
	if (in_command) {
		in_command = 0
		close(script)
	}
	print >out
}
