#!/bin/sh
# How the shell behaves among other programs: pipes, full disks, signals,
# scripts that were made elsewhere.
. "${0%/*}/lib.sh"

status_of() # command line; its status, what it says goes nowhere
{
	sh -c "$1" >/dev/null 2>&1
	echo $?
}

# --- output that cannot be written ----------------------------------------------

for mode in csv tsv json jsonl md line list insert html box ascii arrow; do
	is "a full disk in mode $mode" \
		"$(status_of "\"$SHADE\" -m $mode -c 'SELECT * FROM range(1000)' >/dev/full")" 4
done
is 'a closed stdout' "$(status_of "\"$SHADE\" -c 'SELECT 1' >&-")" 4
run -c '.output /dev/full' -c 'SELECT 1'
is '.output to a full disk' "$status" 4
has 'names the file' "$err" 'cannot write to /dev/full'
run -c '.tee /dev/full' -c 'SELECT 1'
has '.tee to a full disk names its file' "$err" 'cannot write to /dev/full'
run -c '.once /dev/full' -c 'SELECT 1' -c 'SELECT 2'
is '.once to a full disk' "$status" 4
run -c "COPY (SELECT 1 AS a) TO '/dev/full'"
is 'COPY to a full disk' "$status" 1

# --- readers that leave -----------------------------------------------------------

is '| head ends the shell by the signal' \
	"$(bash -c "\"$SHADE\" -c 'SELECT * FROM range(100000000)' 2>err | head -1 >/dev/null; \
		echo \${PIPESTATUS[0]}")" 141
is 'silently' "$(cat err)" ''
feed ".once '|true'\nSELECT * FROM range(300000);\nSELECT 2 AS x;\n"
is 'a command that does not read' "$out$status" "x${nl}2${nl}0"
feed ".output '|head -1'\nSELECT * FROM range(300000);\n.output\nSELECT 2 AS x;\n"
is '.output to a command that leaves' "$status" 0

# --- slow and endless input -----------------------------------------------------

(echo a; echo 1; sleep 2) | "$SHADE" -c 'SELECT * FROM stdin' >slow.out &
for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14; do
	[ "$(wc -l <slow.out)" -ge 2 ] && break
	sleep 0.1
done
is 'rows of a slow pipe are shown at once' "$(cat slow.out)" "a${nl}1"
wait
is 'LIMIT stops reading' \
	"$( (echo a; yes 1) | timeout 9 "$SHADE" --no-header -c 'SELECT * FROM stdin LIMIT 2')" \
	"1${nl}1"
is 'a reader that leaves stops an endless input' \
	"$( (echo a; while :; do echo 1; sleep 0.02; done) |
		timeout 9 "$SHADE" -c 'SELECT * FROM stdin' | head -1)" a
mkfifo ff
(printf 'a\n1\n2\n' >ff) &
run -c "SELECT count(*) AS n FROM 'ff'" -c "SELECT * FROM 'ff'"
is 'a pipe is read once' "$out$status" "n${nl}2${nl}1"
has 'and the second time it is said' "$err" 'is a pipe that was read already'
(printf 'a\n1\n' >ff; sleep 0.2; printf 'a\n5\n' >ff) &
run -c "SELECT * FROM 'ff'" -c "SELECT * FROM 'ff'"
is 'unless somebody writes again' "$out" "a${nl}1${nl}a${nl}5$nl"
wait
is 'standard input can be read twice' \
	"$(printf 'a\n1\n2\n' | "$SHADE" --no-header -c 'SELECT count(*) FROM stdin' \
		-c 'SELECT sum(a) FROM stdin')" "2${nl}3"

# --- signals ----------------------------------------------------------------------

slow='SELECT count(*) FROM range(1000000) a, range(1000000) b'
timeout -s INT 0.5 "$SHADE" -c "$slow" -c 'SELECT 2' >int.out 2>int.err &
wait
has '^C in a batch is told' "$(cat int.err)" 'interrupted'
is 'and nothing more runs' "$(cat int.out)" ''

# --- scripts made elsewhere -------------------------------------------------------

feed '\0357\0273\0277.mode csv\r\nselect 1 as a,\r\n  2 as b;\r\nselect 3 as c\r\n'
is 'a byte order mark and CRLF' "$out" "a,b${nl}1,2${nl}c${nl}3$nl"
feed '#!/usr/bin/env shade\nselect 1 as a'
is '#! and no semicolon at the end' "$out" "a${nl}1$nl"
feed '-- only a comment'
is 'only a comment' "$out$err$status" '0'
feed '-- a; b\n/* c; d */ select 1 as a; -- e; f\nselect /* ; */ 2 as b -- g'
is 'semicolons in comments' "$out" "a${nl}1${nl}b${nl}2$nl"
feed "select ';' as a, \"x\" from (select 1 as \"x\") t;"
is 'semicolons in quotes' "$out" "a,x${nl};,1$nl"
feed 'select 1 as a; /* open'
has 'a comment without an end says where it begins' "$err" 'stdin:1:16: error[42601]'
feed ".if 1 = 0\nselect 1;\n"
has '.if without .endif' "$err" '.if without .endif'
is 'fails' "$status" 1
run -c '.if 1 = 1' -c 'SELECT 1 AS a' -c '.endif'
is '.if over several -c' "$out$status" "a${nl}1${nl}0"
echo '.read deep.sql' >deep.sql
run -f deep.sql
has 'scripts that read themselves' "$err" 'more than 50 deep'
run -c '.read nosuch.sql' -c 'SELECT 1'
is '.read of a missing file stops' "$out$status" 1
echo 'SELECT nosuch;' >bad.sql
echo '.read bad.sql' >outer.sql
run -f outer.sql
has 'an error in a script that was read is placed there' "$err" 'bad.sql:1:8: error[42703]'
run -c 'SELECT 1 AS a; SELECT nosuch; SELECT 2 AS b'
is 'an error in the middle of -c stops' "$out$status" "a${nl}1${nl}1"
n=$( (printf "SELECT '"; head -c 3000000 /dev/zero | tr '\0' x; printf "' AS a") |
	"$SHADE" --no-header | wc -c)
is 'a very long line' "$((n))" 3000001

# --- what there is of the house ------------------------------------------------------

out=$(unset HOME XDG_STATE_HOME XDG_CONFIG_HOME; "$SHADE" --no-header -c 'SELECT 1')
is 'without HOME' "$out" 1
out=$(XDG_STATE_HOME=/proc/nosuch "$SHADE" --no-header -c 'SELECT 1')
is 'where no state can be kept' "$out" 1
out=$(LC_ALL=de_DE.UTF-8 LC_NUMERIC=de_DE.UTF-8 "$SHADE" --no-header -c 'SELECT 1.5')
is 'numbers do not follow the locale' "$out" 1.5
out=$(LC_ALL=C "$SHADE" --box -c "SELECT 'é' AS x" | head -1)
is 'ASCII borders without UTF-8' "$out" '+---------+'
"$SHADE" --csv -c "SELECT 1 AS a, NULL AS b, '' AS c, 'x,\"y' AS d" >own.csv
"$SHADE" --csv -c "SELECT * FROM 'own.csv'" >again.csv
is 'reading its own csv' "$(cat again.csv)" "$(cat own.csv)"
"$SHADE" --json -c "SELECT 1 AS a, NULL AS b, '' AS c, [1, 2] AS e" >own.json
"$SHADE" --json -c "SELECT * FROM 'own.json'" >again.json
is 'reading its own json' "$(cat again.json)" "$(cat own.json)"

finish
