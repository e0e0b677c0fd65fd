# gen.awk - writes the benchmark's tables as CSV, the same on every machine.
#	awk -v rows=1000000 -v out=lineitem|events|dim -f gen.awk >FILE
# lineitem: 16 columns as in TPC-H.  events: other widths and orders, quotes,
# NULLs, CR LF, text of 0 to 60 bytes.  dim: rows/10 rows to join with.

function random(m)
{
	# 2^31-1 fits into a double with 16807 times itself.
	seed = (seed * 16807) % 2147483647
	return seed % m
}

function day(n,    m, k)
{
	m = int(n / 28) % 12
	return sprintf("%d-%02d-%02d", 1992 + int(n / 336), m + 1, n % 28 + 1)
}

function words(n,    text, i)
{
	text = word[random(20)]
	for (i = 1; i < n; i++)
		text = text " " word[random(20)]
	return text
}

function lineitem(i,    d)
{
	d = random(2200)
	printf "%d,%d,%d,%d,%d.00,%d.%02d,0.%02d,0.%02d,%s,%s,%s,%s,%s,%s,%s,%s\n", \
		int(i / 2) + 1, random(200000) + 1, random(10000) + 1, i % 2 + 1, \
		random(50) + 1, 900 + random(99100), random(100), random(11), random(9), \
		(d > 1800) ? "N" : (random(2) ? "A" : "R"), (d > 1800) ? "O" : "F", \
		day(d), day(d + random(60)), day(d + random(30)), \
		instruct[random(4)], mode[random(7)], words(1 + random(5))
}

function events(i)
{
	printf "\"%s\",%d,%s,%s,user_%09d,%s,%d,\"say \"\"%s\"\", then\"\r\n", \
		words(random(9)), i, random(10) ? random(1000) / 8 : "", \
		day(random(2000)), random(rows / 10), random(7) ? "cat" random(100) : "", \
		random(1000000), word[random(20)]
}

BEGIN {
	seed = 20261130
	split("carefully final deposits sleep quickly regular ironic packages accounts " \
		"blithely requests furiously special pending theodolites foxes express " \
		"unusual slyly bold", w, " ")
	for (i = 1; i <= 20; i++)
		word[i - 1] = w[i]
	split("DELIVER IN PERSON,COLLECT COD,NONE,TAKE BACK RETURN", w, ",")
	for (i = 1; i <= 4; i++)
		instruct[i - 1] = w[i]
	split("REG AIR,AIR,RAIL,SHIP,TRUCK,MAIL,FOB", w, ",")
	for (i = 1; i <= 7; i++)
		mode[i - 1] = w[i]
	if (out == "lineitem") {
		print "l_orderkey,l_partkey,l_suppkey,l_linenumber,l_quantity," \
			"l_extendedprice,l_discount,l_tax,l_returnflag,l_linestatus," \
			"l_shipdate,l_commitdate,l_receiptdate,l_shipinstruct," \
			"l_shipmode,l_comment"
		for (i = 0; i < rows; i++)
			lineitem(i)
	} else if (out == "events") {
		printf "note,id,score,seen,who,cat,iv,said\r\n"
		for (i = 0; i < rows; i++)
			events(i)
	} else {
		print "dk,dcat,dname"
		for (i = 0; i < rows / 10; i++)
			printf "%d,%d,name%d\n", i, random(1000), i
	}
}
