#!/bin/sh
# What scripts may rely on: exit status, clean stdout, messages on stderr.
. "${0%/*}/lib.sh"

printf 'id,name,score\n1,Ana,91.5\n2,Jos\303\251,\n3,"O''Hara, Bob",100\n' >people.csv

# --- exit status -----------------------------------------------------------

run -c 'SELECT 1 AS x'
is 'a good statement ends with 0' "$status" 0
is 'a pipe gets CSV with a header' "$out" "x${nl}1$nl"
is 'nothing is said on stderr' "$err" ''
run -c 'SELECT nosuch FROM people'
is 'a failed statement ends with 1' "$status" 1
is 'a failed statement writes nothing to stdout' "$out" ''
err_is_clean 'stderr holds messages and indented pictures only'
run -c 'SELEKT 1'
is 'a syntax error ends with 1' "$status" 1
run --nosuch
is 'an unknown option ends with 2' "$status" 2
has 'an unknown option is named' "$err" '"--nosuch"'
run --jsn
has 'the nearest option is offered' "$err" 'did you mean'
run -c
is 'an option without its value ends with 2' "$status" 2
run -f nosuch.sql
is 'a missing script ends with 2' "$status" 2
has 'a missing script is named' "$err" 'nosuch.sql'
run nosuch.csv
is 'a missing data file ends with 2' "$status" 2
run -o /nosuch/dir/file -c 'SELECT 1'
is 'an output that cannot be opened ends with 2' "$status" 2
run -m nosuch -c 'SELECT 1'
is 'an unknown mode ends with 2' "$status" 2
run --error-format=xml -c 'SELECT 1'
is 'a wrong choice ends with 2' "$status" 2
run -c '.read nosuch.sql'
is 'a missing script inside a script ends with 1' "$status" 1
run -c '.quit 7' -c 'SELECT 1'
is '.quit takes the status' "$status" 7
is 'nothing runs after .quit' "$out" ''

if [ -w /dev/full ]; then
	"$SHADE" -c 'SELECT 1' >/dev/full 2>"$work/.err"
	is 'a full disk ends with 4' "$?" 4
	collect
	has 'a full disk is told' "$err" 'error[53100]: cannot write'
	is 'a full disk is told once' "$(wc -l <"$work/.err" | tr -d ' ')" 1
	run -o /dev/full -c 'SELECT 1'
	is 'a full disk under -o ends with 4' "$status" 4
	run -c '.output /dev/full' -c 'SELECT 1' -c '.output' -c 'SELECT 2'
	is 'a full disk under .output ends with 4' "$status" 4
	"$SHADE" --help >/dev/full 2>/dev/null
	is '--help to a full disk ends with 4' "$?" 4
fi

"$SHADE" -c "SELECT * FROM range(2000000)" 2>"$work/.err" | head -n 1 >"$work/.out"
collect
is 'a closed pipe is silent' "$err" ''
has 'the reader of the pipe got its line' "$out" "$nl"

# The reader leaves while shade waits for more input.
(printf 'a\n1\n2\n'; exec sleep 8) 2>/dev/null |
	"$SHADE" -c 'SELECT * FROM stdin' 2>"$work/.err" | head -n 1 >"$work/.out" &

wait
collect
is 'a slow pipe shows its rows at once' "$out" "a$nl"
is 'nobody complains' "$err" ''

# --- order of options and scripts -------------------------------------------

run -c 'SELECT 1 AS x' --json
is 'options behind -c count' "$out" "[{\"x\":1}]$nl"
echo 'SELECT 2 AS x;' >two.sql
run -c 'SELECT 1 AS x' -f two.sql -c 'SELECT 3 AS x' --no-header
is '-c and -f run in the order given' "$out" "1${nl}2${nl}3$nl"
run two.sql
is 'a .sql file runs' "$out" "x${nl}2$nl"
run 'SELECT 5 AS x'
is 'SQL needs no -c' "$out" "x${nl}5$nl"
run -csv -c 'SELECT 1 AS x'
is 'long options may have one dash' "$out" "x${nl}1$nl"
run people.csv 'SELECT count(*) AS n FROM people'
is 'a data file becomes a view' "$out" "n${nl}3$nl"
feed 'SELECT 1 AS x;\nSELECT 2 AS y'
is 'stdin is a script, its last statement needs no ;' "$out" "x${nl}1${nl}y${nl}2$nl"
feed 'SELECT 1 AS x;' -f -
is '-f - is standard input' "$out" "x${nl}1$nl"
feed 'a,b\n1,x\n2,y\n' -c 'SELECT sum(a) AS s FROM stdin'
is 'stdin is a table for -c' "$out" "s${nl}3$nl"
feed 'SELECT * FROM stdin;'
is 'stdin cannot be script and table' "$status" 1

# --- stopping ---------------------------------------------------------------

run -c 'SELECT nosuch' -c 'SELECT 1'
is 'batch stops at the first error' "$out" ''
printf 'SELECT 1 AS x;\nSELECT nosuch;\nSELECT 2;\n' >mid.sql
run -f mid.sql
is 'rows before the error are kept' "$out" "x${nl}1$nl"
has 'the error names file, line and column' "$err" 'mid.sql:2:8: error['
run -c '.bail off' -f mid.sql
is '.bail off goes on' "$out" "x${nl}1${nl}2${nl}2$nl"
is '.bail off still ends with 1' "$status" 1
run -e -c 'SELECT false'
is '-e ends with 1 on false' "$status" 1
run -e -c 'SELECT NULL'
is '-e ends with 1 on NULL' "$status" 1
run -e -c 'SELECT 1 WHERE false'
is '-e ends with 1 on no row' "$status" 1
run -e -c 'SELECT 1'
is '-e ends with 0 on a row' "$status" 0

printf 'id,qty\n1,2\n3\n4,5\n' >ragged.csv
run -c "SELECT * FROM 'ragged.csv'"
is 'rejected rows are no failure' "$status" 0
is 'the other rows come' "$out" "id,qty${nl}1,2${nl}4,5$nl"
has 'and they are counted' "$err" '1 of 3 rows'
err_is_clean 'in a note'
run --fail-on-reject -c "SELECT * FROM 'ragged.csv'"
is '--fail-on-reject ends with 3' "$status" 3
cat >live.sql <<'END'
CREATE LIVE VIEW v (CONSTRAINT small EXPECT (x < 2) ON VIOLATION FAIL UPDATE) AS
  SELECT * FROM (VALUES (1), (2)) t(x);
SELECT * FROM v;
END
run -f live.sql
is 'a failed expectation ends with 3' "$status" 3
run -c '.bail off' -f live.sql
is 'but with 1 under .bail off' "$status" 1
run -q -c "SELECT * FROM 'ragged.csv'"
is '-q drops notes' "$err" ''
printf 'SELECT * FROM stdin;' >from.sql
feed 'a\n7\n' -f from.sql
is '-f leaves standard input to FROM stdin' "$out" "a${nl}7$nl"

# --- statements without rows ------------------------------------------------

run -c 'CREATE TEMPORARY VIEW v AS SELECT 1 AS x'
is 'DDL prints nothing' "$out$err" ''

finish
